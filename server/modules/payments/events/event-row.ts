import type Stripe from 'stripe';
import { z } from 'zod';
import { isSameId } from '#contract/id.ts';
import type { ExpectedState, paymentEvents } from '../../../database/schema.ts';
import { CLOSED } from '../disputes/dispute-status.ts';

export type NewEvent = typeof paymentEvents.$inferInsert;

/** The types of events that are handled. A webhook endpoint has to send them, and the event log is read for them. */
export const EVENT_TYPES = [
  'payment_intent.succeeded',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const satisfies Stripe.Event.Type[];

type SupportedEvent = Extract<Stripe.Event, { type: (typeof EVENT_TYPES)[number] }>;

const isSupported = (event: Stripe.Event): event is SupportedEvent =>
  (EVENT_TYPES as readonly string[]).includes(event.type);

/** The part of an event that every version of the provider's first API has. */
const eventShape = z.looseObject({
  id: z.string(),
  type: z.string(),
  data: z.looseObject({ object: z.looseObject({}) }),
});
/** The same of an event that is handled, which is about an object with an id. */
const supportedShape = z.looseObject({
  data: z.looseObject({ object: z.looseObject({ id: z.string() }) }),
});

/** Whether an event has a known shape. Those of the provider's second API contain no object, for instance. */
export const isEvent = (event: unknown): event is Stripe.Event =>
  eventShape.safeParse(event).success &&
  (!isSupported(event as Stripe.Event) || supportedShape.safeParse(event).success);

/** The id of an object that a field of an event refers to, expanded or not. */
const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/**
 * The minimum status that an event implies if it does not contain the status, as events of another API version may not.
 */
const MINIMUM_STATUS: Record<
  Exclude<SupportedEvent['type'], 'payment_intent.succeeded' | 'charge.refunded'>,
  string
> = {
  'charge.refund.updated': 'pending',
  'refund.created': 'pending',
  'refund.updated': 'pending',
  'refund.failed': 'failed',
  'charge.dispute.created': 'warning_needs_response',
  'charge.dispute.updated': 'warning_needs_response',
  'charge.dispute.closed': CLOSED,
};

/** The intent that an event is about, and the state that a read of it must have reached. */
const subjectOf = (event: SupportedEvent): { transactionId: string | null; expected: ExpectedState } => {
  if (event.type === 'payment_intent.succeeded') {
    return { transactionId: event.data.object.id, expected: {} };
  }
  const transactionId = idOf(event.data.object.payment_intent);
  if (event.type === 'charge.refunded') {
    return { transactionId, expected: { amount: event.data.object.amount_refunded } };
  }
  return { transactionId, expected: { status: event.data.object.status ?? MINIMUM_STATUS[event.type] } };
};

/** The row to store for an event, or undefined if it does not concern this shop. */
export const toEventRow = (event: Stripe.Event, mark: string, livemode: boolean): NewEvent | undefined => {
  if (!isSupported(event)) return undefined;
  const { object } = event.data;
  const { metadata } = object as { metadata?: Stripe.Metadata | null };
  return {
    id: event.id,
    type: event.type,
    objectId: object.id,
    ...subjectOf(event),
    isMarked: isSameId(metadata?.shop, mark),
    livemode,
    happenedAt: new Date((event.created || Date.now() / 1_000) * 1_000),
  };
};
