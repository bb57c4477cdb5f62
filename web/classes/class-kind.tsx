import type { Class } from '#contract/classes.ts';

/** The category and the level of a class, above its title. */
export const ClassKind = ({ of: { category, experience } }: { of: Class }) => (
  <p className="text-sm font-bold text-primary">{category ? `${category} · ${experience}` : experience}</p>
);
