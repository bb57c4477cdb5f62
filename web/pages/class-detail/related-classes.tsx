import { useQuery } from '@tanstack/react-query';
import type { Class } from '#contract/classes.ts';
import { classesQuery } from '#web/calls/classes.ts';
import { ClassGrid } from '#web/classes/class-grid.tsx';

const SHOWN = 3;

/** Other classes of the same category, the most demanded first. */
export const RelatedClasses = ({ offer: { _id, category } }: { offer: Class }) => {
  const { data } = useQuery({
    ...classesQuery({ status: 'approve', category, sort: '-enroll', limit: SHOWN + 1 }),
    enabled: category !== undefined,
  });
  const others = data?.filter((other) => other._id !== _id).slice(0, SHOWN) ?? [];
  if (others.length === 0) return null;
  return (
    <section className="grid gap-6" aria-labelledby="related">
      <h2 id="related">More in {category}</h2>
      <ClassGrid classes={others} heading="h3" />
    </section>
  );
};
