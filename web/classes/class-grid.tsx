import type { Class } from '#contract/classes.ts';
import { ClassCard, ClassCardSkeleton } from './class-card.tsx';

const GRID = 'grid gap-6 sm:grid-cols-2 lg:grid-cols-3';

export const ClassGrid = ({ classes, heading }: { classes: Class[]; heading: 'h2' | 'h3' }) => (
  <ul className={GRID}>
    {classes.map((offer) => (
      <li key={offer._id} className="grid">
        <ClassCard offer={offer} heading={heading} />
      </li>
    ))}
  </ul>
);

export const ClassGridSkeleton = ({ count }: { count: number }) => (
  <div className={GRID} role="status" aria-label="Loading classes">
    {Array.from({ length: count }, (_, index) => (
      <ClassCardSkeleton key={index} />
    ))}
  </div>
);
