import type Stripe from 'stripe';
import { closeDispute, openDispute } from '#sandbox/card/disputes.ts';
import { createRefund, settleRefund } from '#sandbox/card/refunds.ts';
import { inTransaction, Store } from '#sandbox/card/store.ts';
import { chargesOfShop, objectsOf } from '#tests/support/stand-in/charges.ts';
import {
  inNewerVersion,
  loseEvent,
  sendEvent,
  waitingEvents,
  withoutFields,
} from '#tests/support/stand-in/events.ts';
import { UNDISTURBED } from '#tests/support/stand-in/stand-in.ts';
import { type Doing, pick } from './doing.ts';
import type { World } from './world.ts';

type ProviderStep =
  | 'refund in dashboard'
  | 'settle refund'
  | 'reject refund'
  | 'dispute'
  | 'close dispute'
  | 'deliver'
  | 'deliver all'
  | 'other shop pays';

/** The objects that the provider's dashboard shows for the current keys. */
const objectsOfMode = async <T extends { livemode: boolean }>(world: World, type: string): Promise<T[]> =>
  (await objectsOf<T>(world.standIn.pool, type)).filter(({ livemode }) => livemode === world.live);

const findCharge = async (world: World, number: number) => {
  const charges = await chargesOfShop(world.standIn.pool);
  return pick(
    charges.filter(({ livemode }) => livemode === world.live),
    number,
  );
};

/** Performs an action in the dashboard, which the provider may refuse. @returns whether it succeeded */
const inDashboard = async (world: World, work: (store: Store) => Promise<unknown>): Promise<boolean> => {
  try {
    await inTransaction(world.standIn.pool, (client) => work(new Store(client, world.live)));
    return true;
  } catch (error) {
    if ((error as Error).name !== 'StripeFailure') throw error;
    return false;
  }
};

const close = (world: World, id: string, outcome: 'won' | 'lost'): Promise<boolean> =>
  inDashboard(world, (store) => closeDispute(store, id, outcome));

/** @returns whether the server accepted it */
const deliver = async (world: World, event: Stripe.Event, shop: number, sent: object): Promise<boolean> => {
  const { webhookSecret } = world.standIn.settingsFor(UNDISTURBED);
  const status = await sendEvent(world.shops[shop]!.app.url, webhookSecret, sent);
  const isTaken = status >= 200 && status < 300;
  if (isTaken) await loseEvent(world.standIn.pool, event);
  return isTaken;
};

/** Refunds have no mode of their own, but that of their charge. */
const refundsWith = async (world: World, wanted: 'pending' | 'succeeded'): Promise<Stripe.Refund[]> => {
  const charges = new Set((await objectsOfMode<Stripe.Charge>(world, 'charge')).map(({ id }) => id));
  const refunds = await objectsOf<Stripe.Refund>(world.standIn.pool, 'refund');
  return refunds.filter(({ status, charge }) => status === wanted && charges.has(charge as string));
};

/** What happens at the provider, and how its events are delivered. */
export const PROVIDER_DOES: Doing<ProviderStep> = {
  'refund in dashboard': async (world, { payment, share, isPending }) => {
    const charge = await findCharge(world, payment);
    if (!charge) return false;
    const amount = share === 1 ? undefined : String(Math.round(charge.amount * share));
    const input = { payment_intent: charge.intentId, amount };
    return inDashboard(world, (store) => createRefund(store, input, { isPending }));
  },
  'settle refund': async (world, { refund, outcome }) => {
    const pending = pick(await refundsWith(world, 'pending'), refund);
    return pending ? inDashboard(world, (store) => settleRefund(store, pending.id, outcome)) : false;
  },
  'reject refund': async (world, { refund }) => {
    const made = pick(await refundsWith(world, 'succeeded'), refund);
    return made ? inDashboard(world, (store) => settleRefund(store, made.id, 'failed')) : false;
  },
  dispute: async (world, { payment, share = 1, outcome }) => {
    const charge = await findCharge(world, payment);
    if (!charge) return false;
    const disputed = charge.disputes.reduce((sum, { amount }) => sum + amount, 0);
    const amount = Math.round((charge.amount - disputed) * share);
    if (amount === 0) return false;
    let id = '';
    await inDashboard(world, async (store) => {
      const { object } = await store.get<Stripe.Charge>('charge', charge.id);
      ({ id } = await openDispute(store, object, amount));
    });
    if (outcome) await close(world, id, outcome);
    return true;
  },
  'close dispute': async (world, { dispute, outcome }) => {
    const disputes = await objectsOfMode<Stripe.Dispute>(world, 'dispute');
    const open = pick(
      disputes.filter(({ status }) => status === 'needs_response'),
      dispute,
    );
    return open ? close(world, open.id, outcome) : false;
  },
  deliver: async (world, { event, shop, how }) => {
    const found = pick(await waitingEvents(world.standIn.pool), event);
    if (!found) return false;
    if (how === 'lost') {
      await loseEvent(world.standIn.pool, found);
      return true;
    }
    const sent = { once: found, twice: found, newer: inNewerVersion(found), bare: withoutFields(found) }[how];
    const shops = how === 'twice' ? [shop, 1 - shop] : [shop];
    return (await Promise.all(shops.map((to) => deliver(world, found, to, sent)))).some(Boolean);
  },
  'deliver all': async (world, { shop, backwards }) => {
    const events = await waitingEvents(world.standIn.pool);
    let isAnyTaken = false;
    for (const event of backwards ? events.reverse() : events) {
      if (await deliver(world, event, shop, event)) isAnyTaken = true;
    }
    return isAnyTaken;
  },
  'other shop pays': async (world, { intentId }) => {
    const { paymentIntents } = world.dashboard;
    const metadata: Record<string, string> = intentId === null ? { order: '17' } : { intentId };
    const { id } = await paymentIntents.create({ amount: 999, currency: 'usd', metadata });
    return (await paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).status === 'succeeded';
  },
};
