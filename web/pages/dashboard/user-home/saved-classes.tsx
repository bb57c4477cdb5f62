import { useId } from 'react';
import type { Class } from '#contract/classes.ts';
import { ClassGrid } from '#web/classes/class-grid.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';

interface SavedClassesProps {
  saved: { rows: Class[]; total: number };
}

/** The classes that the student saved last. Nothing if there are none. */
export const SavedClasses = ({ saved: { rows, total } }: SavedClassesProps) => {
  const heading = useId();
  if (rows.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby={heading}>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id={heading} className="text-lg">
          Saved for later
        </h2>
        <Link to={PATHS.savedClasses} className="link inline-block min-h-6">
          {total > rows.length ? `All ${total} saved classes` : 'Saved classes'}
        </Link>
      </div>
      <ClassGrid classes={rows} heading="h3" />
    </section>
  );
};
