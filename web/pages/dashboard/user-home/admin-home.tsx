import { useQuery } from '@tanstack/react-query';
import { siteActivityQuery } from '#web/calls/activity.ts';
import { paymentTotalsQuery } from '#web/calls/revenue.ts';
import { useFormatPrice } from '#web/ui/use-format-price.ts';
import { BestClasses } from './best-classes.tsx';
import { HealthSummary } from './health-summary.tsx';
import { Loaded } from './home-panel.tsx';
import { NextSteps } from './next-steps.tsx';
import { OpenTasks } from './open-tasks.tsx';
import { PartsInOrder } from './parts-in-order.tsx';
import { Trend, TREND_DAYS } from './trend.tsx';
import { useAdminTasks } from './use-admin-tasks.ts';

/** The home screen of an admin. */
export const AdminHome = () => {
  const tasks = useAdminTasks();
  const revenue = useQuery(paymentTotalsQuery(2 * TREND_DAYS));
  const activity = useQuery(siteActivityQuery(2 * TREND_DAYS));
  const recent = useQuery(paymentTotalsQuery(TREND_DAYS));
  const formatPrice = useFormatPrice();
  return (
    <PartsInOrder
      parts={[
        {
          name: 'tasks',
          queries: tasks.queries,
          content: <OpenTasks {...tasks} nothing="Nothing. You’ve reviewed everything." />,
        },
        { name: 'next steps', queries: [], content: <NextSteps role="admin" /> },
        {
          name: 'revenue',
          queries: [revenue],
          content: (
            <Loaded query={revenue} failure="The revenue could not be loaded">
              {({ days }) => (
                <Trend
                  title="Revenue"
                  days={days.map(({ date, revenue: value }) => ({ date, value }))}
                  format={formatPrice}
                />
              )}
            </Loaded>
          ),
        },
        {
          name: 'activity',
          queries: [activity],
          content: (
            <Loaded query={activity} failure="Enrollments and registrations could not be loaded">
              {({ days }) => (
                <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
                  <Trend
                    title="Enrollments"
                    days={days.map(({ date, enrollments: value }) => ({ date, value }))}
                    format={String}
                  />
                  <Trend
                    title="Registrations"
                    days={days.map(({ date, registrations: value }) => ({ date, value }))}
                    format={String}
                  />
                </div>
              )}
            </Loaded>
          ),
        },
        {
          name: 'best classes',
          queries: [recent],
          content: (
            <Loaded query={recent} failure="The best classes could not be loaded">
              {({ classes }) => <BestClasses classes={classes} />}
            </Loaded>
          ),
        },
        { name: 'site health', queries: [], content: <HealthSummary /> },
      ]}
    />
  );
};
