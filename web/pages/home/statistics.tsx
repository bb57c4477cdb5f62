import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#contract/format-number.ts';
import { classTotalsQuery } from '#web/calls/classes.ts';
import { useCountUp } from './use-count-up.ts';

const show = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : formatNumber(value);

const Figure = ({ label, value }: { label: string; value: number | undefined }) => {
  const { ref, shown } = useCountUp(value);
  return (
    <div ref={ref} className="grid gap-1 p-6 text-center">
      <dt className="order-2 font-semibold">{label}</dt>
      <dd className="text-5xl font-extrabold">
        <span aria-hidden="true">{show(shown ?? value) ?? '–'}</span>
        <span className="sr-only">{show(value) ?? 'not yet available'}</span>
      </dd>
    </div>
  );
};

/** The number of users, the number of approved classes, and the sum of their enrollments. */
export const Statistics = ({ totalUsers }: { totalUsers: number | undefined }) => {
  const { data } = useQuery(classTotalsQuery);
  return (
    <section className="bg-neutral text-neutral-content" aria-label="In numbers">
      <dl className="mx-auto grid max-w-page gap-4 px-4 py-10 sm:grid-cols-3">
        <Figure label="Total Users" value={totalUsers} />
        <Figure label="Total Classes" value={data?.classes} />
        <Figure label="Total Enrollments" value={data?.enrollments} />
      </dl>
    </section>
  );
};
