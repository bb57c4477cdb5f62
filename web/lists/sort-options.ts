/** Sort options for each column, for tables as cards, which have no column headers. */
export const sortOptions = <Name extends string>(columns: Record<Name, string>) =>
  Object.entries<string>(columns).flatMap(([name, label]) => [
    { value: name as Name, label: `${label}, A to Z` },
    { value: `-${name as Name}` as const, label: `${label}, Z to A` },
  ]);
