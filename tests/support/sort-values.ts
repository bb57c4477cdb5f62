import type { Pool } from 'pg';

/** What is sorted by but not part of an entry, in SQL. */
const NOT_SHOWN: Record<string, string> = {
  newest: '-extract(epoch from created_at)',
  rating: 'rating_score(ratings)',
};

/** The values that a list of classes is sorted by, entry by entry. */
export const readSortValues = async (
  pool: Pool,
  classes: Record<string, string | number>[],
  field: string,
): Promise<(string | number)[]> => {
  const expression = NOT_SHOWN[field];
  if (expression) {
    const { rows } = await pool.query<{ id: string; value: number }>(
      `select id, (${expression})::float8 as value from classes`,
    );
    const values = new Map(rows.map(({ id, value }) => [id, value]));
    return classes.map(({ _id }) => values.get(String(_id))!);
  }
  return classes.map((entry) => {
    const value = entry[field]!;
    return typeof value === 'string' ? value.toLowerCase() : value;
  });
};
