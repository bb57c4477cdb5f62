import { type Doing, pick, type StepOf } from './doing.ts';
import type { World } from './world.ts';

type BuyerStep = 'open' | 'pay' | 'report' | 'buy' | 'wait';

const openAt = async (
  world: World,
  { buyer, offer }: { buyer: number; offer: number },
  shop: number,
): Promise<boolean> => {
  const person = world.buyers[buyer]!;
  const path = `/create-payment-intent/${world.offers[offer]}`;
  const ask = (price: number) => world.call(shop, person, 'POST', path, { price });
  const shown = await world.call(shop, person, 'GET', `/classes/${world.offers[offer]}`);
  if (shown.status !== 200) return false;
  const first = await ask(Math.round(shown.body.price * 100));
  const { status, body } =
    first.status === 409 && first.body.error?.price
      ? await ask(Math.round(first.body.error.price * 100))
      : first;
  if (status !== 200) return false;
  world.tabs.push({ live: world.live, buyer, clientSecret: body.clientSecret as string });
  return true;
};

const idOf = (clientSecret: string): string => clientSecret.split('_secret_')[0]!;

/** @returns whether the card was charged */
const payTab = async (
  world: World,
  { live, clientSecret }: World['tabs'][number],
  card: string,
  passes: boolean,
): Promise<boolean> => {
  const id = idOf(clientSecret);
  const response = await world.askProvider(live, `/v1/payment_intents/${id}/confirm`, {
    client_secret: clientSecret,
    payment_method: card,
  });
  const { status } = (await response.json()) as { status?: string };
  if (status !== 'requires_action') return status === 'succeeded';
  const result = passes ? 'complete' : 'fail';
  await (await world.askProvider(live, `/3ds/${id}`, { result })).arrayBuffer();
  return passes;
};

/** @returns whether this enrolled the buyer */
const reportTab = async (
  world: World,
  { buyer, clientSecret }: World['tabs'][number],
  shop: number,
): Promise<boolean> => {
  const body = { transactionId: idOf(clientSecret) };
  const { status } = await world.call(shop, world.buyers[buyer]!, 'POST', '/payments', body);
  return status === 200;
};

/** @returns whether the buyer has joined or left the waiting list */
const waitInLine = async (
  world: World,
  { buyer, offer, shop, leaves }: Omit<StepOf<'wait'>, 'do'>,
): Promise<boolean> => {
  const path = `/classes/${world.offers[offer]}/waiting-list`;
  const { status, body } = await world.call(shop, world.buyers[buyer]!, leaves ? 'DELETE' : 'PUT', path);
  return status === 200 && (!leaves || body.deletedCount > 0);
};

export const BUYERS_DO: Doing<BuyerStep> = {
  open: async (world, step) => {
    const shops = step.atBoth ? [0, 1] : [step.shop];
    return (await Promise.all(shops.map((shop) => openAt(world, step, shop)))).some(Boolean);
  },
  pay: async (world, { tab, card, passes }) => {
    const open = pick(world.tabs, tab);
    return open ? payTab(world, open, card, passes) : false;
  },
  report: async (world, { tab, shop }) => {
    const open = pick(world.tabs, tab);
    return open ? reportTab(world, open, shop) : false;
  },
  wait: waitInLine,
  buy: async (world, step: StepOf<'buy'>) => {
    const before = world.tabs.length;
    await openAt(world, step, step.shop);
    const tab = world.tabs[before];
    if (!tab) {
      await waitInLine(world, { ...step, leaves: false });
      return false;
    }
    const isCharged = await payTab(world, tab, step.card, true);
    return step.reports ? reportTab(world, tab, step.shop) : isCharged;
  },
};
