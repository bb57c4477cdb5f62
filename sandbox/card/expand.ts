import type Stripe from 'stripe';
import type { Store } from './store.ts';
import { invalidRequest } from './stripe-failure.ts';

type Fields = Record<string, unknown>;

/** Fields that hold an id, with the type of the object. */
const REFERENCES: Record<string, string> = {
  latest_charge: 'charge',
  charge: 'charge',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
};

/** All refunds of a charge, which are returned only if they are expanded. */
const refundsOf = async (store: Store, id: string) => ({
  object: 'list',
  ...(await store.list<Stripe.Refund>('refund', { limit: 100, charge: id })),
  url: `/v1/charges/${id}/refunds`,
});

const readField = async (store: Store, object: Fields, field: string): Promise<unknown> => {
  const value = object[field];
  if (field === 'refunds' && object.object === 'charge') return value ?? refundsOf(store, String(object.id));
  const type = REFERENCES[field];
  if (!type || value === undefined) {
    throw invalidRequest(`This property cannot be expanded (${field}).`, { param: 'expand' });
  }
  return typeof value === 'string' ? (await store.get(type, value)).object : value;
};

const expandPath = async (store: Store, object: Fields, path: readonly string[]): Promise<Fields> => {
  const [field, ...rest] = path;
  if (!field) return object;
  if (field === 'data' && Array.isArray(object.data)) {
    const data: Fields[] = [];
    for (const entry of object.data as Fields[]) data.push(await expandPath(store, entry, rest));
    return { ...object, data };
  }
  const value = await readField(store, object, field);
  const isObject = typeof value === 'object' && value !== null;
  return { ...object, [field]: isObject ? await expandPath(store, value as Fields, rest) : value };
};

/** Replaces ids by their objects as the request specifies (https://docs.stripe.com/api/expanding_objects). */
export const expand = async (store: Store, object: object, paths: unknown): Promise<object> => {
  let expanded = object as Fields;
  for (const path of Array.isArray(paths) ? paths.map(String) : []) {
    expanded = await expandPath(store, expanded, path.split('.'));
  }
  return expanded;
};
