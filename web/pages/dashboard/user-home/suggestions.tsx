import { useId } from 'react';
import type { Class } from '#contract/classes.ts';
import { ClassGrid } from '#web/classes/class-grid.tsx';

/** Classes that the student could take next. Nothing if there are none. */
export const Suggestions = ({ classes }: { classes: Class[] }) => {
  const heading = useId();
  if (classes.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby={heading}>
      <h2 id={heading} className="text-lg">
        Suggested for you
      </h2>
      <ClassGrid classes={classes} heading="h3" />
    </section>
  );
};
