import type { ReactNode } from 'react';

interface FigureProps {
  value: ReactNode;
  /** What the value counts, or what to compare it with. */
  about: ReactNode;
}

/** A number of the home screen. */
export const Figure = ({ value, about }: FigureProps) => (
  <div className="grid gap-1">
    <div className="text-2xl font-extrabold wrap-anywhere">{value}</div>
    <p className="muted text-sm">{about}</p>
  </div>
);
