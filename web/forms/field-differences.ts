/** A field that differs between two versions, in words. */
export interface Difference {
  label: string;
  own: string;
  other: string;
}

/** What stands for an empty field. */
export const NONE = 'None';

/** The fields that differ between two versions. @param labels of the fields that are compared */
export const fieldDifferences = <Name extends string>(
  labels: Readonly<Record<Name, string>>,
  own: Readonly<Record<NoInfer<Name>, string>>,
  other: Readonly<Record<NoInfer<Name>, string>>,
): Difference[] =>
  (Object.keys(labels) as Name[])
    .filter((name) => own[name] !== other[name])
    .map((name) => ({ label: labels[name], own: own[name] || NONE, other: other[name] || NONE }));
