import type { Class } from '#contract/classes.ts';
import { ClassCard, ClassCardSkeleton } from './class-card.tsx';

export const CLASS_GRID = 'grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3';

interface ClassGridProps {
  classes: Class[];
  heading: 'h2' | 'h3';
  /** Whether the grid is the first content of the page. */
  isFirst?: boolean;
}

export const ClassGrid = ({ classes, heading, isFirst = false }: ClassGridProps) => (
  <ul className={CLASS_GRID}>
    {classes.map((offer, index) => (
      <li key={offer._id} className="grid">
        <ClassCard offer={offer} among={classes} heading={heading} isFirst={isFirst && index === 0} />
      </li>
    ))}
  </ul>
);

export const ClassGridSkeleton = ({ count }: { count: number }) => (
  <div className={CLASS_GRID} role="status" aria-label="Loading classes">
    {Array.from({ length: count }, (_, index) => (
      <ClassCardSkeleton key={index} />
    ))}
  </div>
);
