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
import { scriptedFaults } from '#tests/support/stand-in/faults.ts';
import { UNDISTURBED } from '#tests/support/stand-in/stand-in.ts';
import { decideDispute, refundBody } from './calls.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

type Doing = { [Kind in Step['do']]: (world: World, step: Extract<Step, { do: Kind }>) => Promise<void> };

const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length];

const openAt = async (world: World, { buyer, offer }: { buyer: number; offer: number }, shop: number) => {
  const person = world.buyers[buyer]!;
  const path = `/create-payment-intent/${world.offers[offer]}`;
  const ask = (price: number) => world.call(shop, person, 'POST', path, { price });
  const shown = await world.call(shop, person, 'GET', `/classes/${world.offers[offer]}`);
  if (shown.status !== 200) return;
  const first = await ask(Math.round(shown.body.price * 100));
  const { status, body } =
    first.status === 409 && first.body.error?.price
      ? await ask(Math.round(first.body.error.price * 100))
      : first;
  if (status === 200) world.tabs.push({ buyer, clientSecret: body.clientSecret as string });
};

const idOf = (clientSecret: string): string => clientSecret.split('_secret_')[0]!;

const payTab = async (world: World, clientSecret: string, card: string, passes: boolean): Promise<void> => {
  const id = idOf(clientSecret);
  const answer = await world.askProvider(`/v1/payment_intents/${id}/confirm`, {
    client_secret: clientSecret,
    payment_method: card,
  });
  const { status } = (await answer.json()) as { status?: string };
  if (status === 'requires_action') {
    await (await world.askProvider(`/3ds/${id}`, { result: passes ? 'complete' : 'fail' })).arrayBuffer();
  }
};

const reportTab = async (world: World, { buyer, clientSecret }: World['tabs'][number], shop: number) => {
  await world.call(shop, world.buyers[buyer]!, 'POST', '/payments', { transactionId: idOf(clientSecret) });
};

const inSandbox = <T>(world: World, work: (store: Store) => Promise<T>): Promise<T> =>
  inTransaction(world.standIn.pool, (client) => work(new Store(client)));

const findCharge = async (world: World, number: number) =>
  pick(await chargesOfShop(world.standIn.pool), number);

/** The payment of a charge as admins see it. */
const findPayment = async (world: World, number: number, shop: number) => {
  const charge = await findCharge(world, number);
  if (!charge) return undefined;
  const { status, body } = await world.asAdmin(shop, 'GET', `/payments?q=${charge.intentId}`);
  return status === 200 ? (body[0] as { _id: string; price: number } | undefined) : undefined;
};

/** What the provider refuses in its dashboard does not happen. */
const unlessRefused = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if ((error as Error).name !== 'StripeFailure') throw error;
  });

const deliver = async (world: World, event: Stripe.Event, shop: number, sent: object): Promise<void> => {
  const { webhookSecret } = world.standIn.settingsFor(UNDISTURBED);
  const status = await sendEvent(world.shops[shop]!.app.url, webhookSecret, sent);
  if (status >= 200 && status < 300) await loseEvent(world.standIn.pool, event);
};

const DO: Doing = {
  open: async (world, step) => {
    const shops = step.atBoth ? [0, 1] : [step.shop];
    await Promise.all(shops.map((shop) => openAt(world, step, shop)));
  },
  pay: async (world, { tab, card, passes }) => {
    const open = pick(world.tabs, tab);
    if (open) await payTab(world, open.clientSecret, card, passes);
  },
  report: async (world, { tab, shop }) => {
    const open = pick(world.tabs, tab);
    if (open) await reportTab(world, open, shop);
  },
  buy: async (world, step) => {
    const before = world.tabs.length;
    await openAt(world, step, step.shop);
    const tab = world.tabs[before];
    if (!tab) return;
    await payTab(world, tab.clientSecret, step.card, true);
    if (step.reports) await reportTab(world, tab, step.shop);
  },
  price: (world, { offer, price }) => world.setPrice(offer, price),
  'withdraw class': (world, { offer, shop }) => world.withdrawOffer(offer, shop),
  'delete user': (world, { buyer, shop }) => world.deleteBuyer(buyer, shop),
  refund: async (world, { payment, share, shop }) => {
    const found = await findPayment(world, payment, shop);
    if (found) await world.asAdmin(shop, 'POST', `/payments/${found._id}/refund`, refundBody(found, share));
  },
  'refund in dashboard': async (world, { payment, share, isPending }) => {
    const charge = await findCharge(world, payment);
    if (!charge) return;
    const amount = share === 1 ? undefined : String(Math.round(charge.amount * share));
    const input = { payment_intent: charge.intentId, amount };
    await unlessRefused(inSandbox(world, (store) => createRefund(store, input, { isPending })));
  },
  'settle refund': async (world, { refund, outcome }) => {
    const refunds = await objectsOf<Stripe.Refund>(world.standIn.pool, 'refund');
    const pending = pick(
      refunds.filter(({ status }) => status === 'pending'),
      refund,
    );
    if (pending) await inSandbox(world, (store) => settleRefund(store, pending.id, outcome));
  },
  dispute: async (world, { payment }) => {
    const charge = await findCharge(world, payment);
    if (!charge || charge.disputes.length > 0) return;
    await inSandbox(world, async (store) => {
      const { object } = await store.get<Stripe.Charge>('charge', charge.id);
      await openDispute(store, object);
    });
  },
  'close dispute': async (world, { dispute, outcome }) => {
    const disputes = await objectsOf<Stripe.Dispute>(world.standIn.pool, 'dispute');
    const open = pick(
      disputes.filter(({ status }) => status === 'needs_response'),
      dispute,
    );
    if (open) await inSandbox(world, (store) => closeDispute(store, open.id, outcome));
  },
  'decide dispute': async (world, { payment, decision, shop }) => {
    const found = await findPayment(world, payment, shop);
    if (found) await decideDispute(world, found._id, decision, shop);
  },
  faults: async (world, { script }) => {
    world.standIn.faults = scriptedFaults(script);
  },
  deliver: async (world, { event, shop, how }) => {
    const found = pick(await waitingEvents(world.standIn.pool), event);
    if (!found) return;
    if (how === 'lost') return loseEvent(world.standIn.pool, found);
    const sent = { once: found, twice: found, newer: inNewerVersion(found), bare: withoutFields(found) }[how];
    await Promise.all(
      (how === 'twice' ? [shop, 1 - shop] : [shop]).map((to) => deliver(world, found, to, sent)),
    );
  },
  'deliver all': async (world, { shop, backwards }) => {
    const events = await waitingEvents(world.standIn.pool);
    for (const event of backwards ? events.reverse() : events) await deliver(world, event, shop, event);
  },
  'pass time': (world, { seconds }) => world.passTime(seconds),
  rounds: (world) => world.runRounds(),
  'other shop pays': async (world, { intentId }) => {
    const { paymentIntents } = world.dashboard;
    const metadata: Record<string, string> = intentId === null ? { order: '17' } : { intentId };
    const { id } = await paymentIntents.create({ amount: 999, currency: 'usd', metadata });
    await paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  },
};

/** Does one step, whatever comes of it; servers that crashed in it are started again after it. */
export const performStep = async (world: World, step: Step): Promise<void> => {
  await (DO[step.do] as (world: World, step: Step) => Promise<void>)(world, step);
  await world.restartCrashed();
};
