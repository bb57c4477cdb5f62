import type { ListRequest } from './store.ts';

const LIMIT = { default: 10, max: 100 };

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const textsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
const seconds = (value: unknown): number | undefined =>
  typeof value === 'string' && value !== '' ? Number(value) : undefined;

/** `created` is a timestamp in seconds or a range: `created[gte]`, `created[gt]`, `created[lte]`, `created[lt]`. */
const rangeOf = (created: unknown): Pick<ListRequest, 'createdFrom' | 'createdTo'> => {
  if (typeof created === 'string') return { createdFrom: seconds(created), createdTo: seconds(created) };
  const { gt, gte, lt, lte } = (created ?? {}) as Record<string, unknown>;
  const [after, before] = [seconds(gt), seconds(lt)];
  return {
    createdFrom: after === undefined ? seconds(gte) : after + 1,
    createdTo: before === undefined ? seconds(lte) : before - 1,
  };
};

/** Reads the filters and the page of a list request, as far as the site uses them. */
export const readListRequest = (form: Record<string, unknown>): ListRequest => ({
  limit: Math.min(Number(form.limit) || LIMIT.default, LIMIT.max),
  startingAfter: text(form.starting_after),
  endingBefore: text(form.ending_before),
  paymentIntent: text(form.payment_intent),
  charge: text(form.charge),
  types: typeof form.type === 'string' ? [form.type] : textsOf(form.types),
  ...rangeOf(form.created),
});
