import { BarChart } from '#web/payments/bar-chart.tsx';
import { formatDate } from '#web/ui/format-date.ts';
import { Figure } from './figure.tsx';
import { HomePanel } from './home-panel.tsx';

/** The number of days that are shown, and compared with as many before them. */
export const TREND_DAYS = 30;

interface TrendProps {
  title: string;
  /** The last `2 * TREND_DAYS` days, oldest first. */
  days: { date: string; value: number }[];
  format: (value: number) => string;
}

const sumOf = (days: TrendProps['days']): number => days.reduce((sum, { value }) => sum + value, 0);

/** The sum of the last days, that of the days before, and a chart by day. */
export const Trend = ({ title, days, format }: TrendProps) => {
  const recent = days.slice(-TREND_DAYS);
  const before = days.slice(-2 * TREND_DAYS, -TREND_DAYS);
  return (
    <HomePanel title={`${title}, last ${TREND_DAYS} days`}>
      <Figure
        value={format(sumOf(recent))}
        about={`${format(sumOf(before))} in the ${TREND_DAYS} days before`}
      />
      {recent.some(({ value }) => value !== 0) && (
        <BarChart
          label={`${title} by day`}
          unit="Day"
          bars={recent.map(({ date, value }) => ({ name: formatDate(date), value, text: format(value) }))}
        />
      )}
    </HomePanel>
  );
};
