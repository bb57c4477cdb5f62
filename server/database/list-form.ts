/** Lists of the same name differ only in the values of their placeholders. */
export interface ListForm {
  name: string;
  values: Record<string, unknown>;
}

/**
 * What a filter does to the SQL of a list:
 * - `named`: it has few values, each with SQL of its own;
 * - `placeholder`: its presence changes the SQL, and its value is a placeholder;
 * - `unprepared`: a list with it is not prepared;
 * - `paging`: only the page depends on it.
 */
type Effect = 'named' | 'placeholder' | 'unprepared' | 'paging';

/** Each filter must be listed, so that a new one cannot reuse a prepared query with another value. */
export type Effects<Filter> = Readonly<Record<keyof Required<Filter>, Effect>>;

/**
 * The form of a list with these filters.
 * @param name identifies the list
 * @param values of placeholders that do not come from the filters
 * @returns undefined if the list must not be prepared
 */
export const listFormOf = <Filter extends object>(
  name: string,
  filter: Filter,
  effects: Effects<Filter>,
  values: ListForm['values'] = {},
): ListForm | undefined => {
  const parts = [name];
  const filled: ListForm['values'] = { ...values };
  for (const key of Object.keys(effects) as (keyof Filter & string)[]) {
    const value = filter[key];
    const effect = effects[key];
    if (effect === 'paging') continue;
    if (value === undefined) parts.push('-');
    else if (effect === 'unprepared') return undefined;
    else if (effect === 'named') parts.push(String(value));
    else {
      parts.push('?');
      filled[key] = value;
    }
  }
  return { name: parts.join(' '), values: filled };
};
