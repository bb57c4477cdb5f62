import type { Payment } from '#contract/payments.ts';
import { scriptedFaults } from '#tests/support/stand-in/faults.ts';
import { decide, listAttention, refundBody } from './calls.ts';
import { type Doing, pick } from './doing.ts';
import type { World } from './world.ts';

type ShopStep =
  | 'price'
  | 'withdraw class'
  | 'unpublish class'
  | 'delete user'
  | 'refund'
  | 'retry refund'
  | 'pay otherwise'
  | 'decide dispute'
  | 'retry event'
  | 'sync payment'
  | 'change keys'
  | 'set back'
  | 'adopt'
  | 'faults'
  | 'pass time'
  | 'rounds';

/** Picks a payment as admins see it, oldest first, from those in a state or from all. */
const findPayment = async (
  world: World,
  number: number,
  shop: number,
  state?: Payment['state'],
): Promise<Payment | undefined> => {
  const which = state ? `&state=${encodeURIComponent(state)}` : '';
  const { status, body } = await world.asAdmin(shop, 'GET', `/payments?sort=oldest&limit=100${which}`);
  return status === 200 ? pick(body as Payment[], number) : undefined;
};

const askForRefund = (world: World, shop: number, payment: Payment, share: number): Promise<boolean> =>
  decide(world, shop, `${payment._id}/refund`, refundBody(payment, share));

/** The actions of admins, teachers and the owner, faults, and the servers' background work. */
export const SHOP_DOES: Doing<ShopStep> = {
  price: (world, { offer, price }) => world.setPrice(offer, price),
  'withdraw class': (world, { offer, shop }) => world.withdrawOffer(offer, shop),
  'unpublish class': (world, { offer, shop, returns }) => world.unpublishOffer(offer, shop, returns),
  'delete user': (world, { buyer, shop }) => world.deleteBuyer(buyer, shop),
  refund: async (world, { payment, share, shop }) => {
    const found = await findPayment(world, payment, shop);
    return found ? askForRefund(world, shop, found, share) : false;
  },
  'retry refund': async (world, { payment, shop }) => {
    const found = await findPayment(world, payment, shop, 'refund failed');
    return found ? askForRefund(world, shop, found, 1) : false;
  },
  'pay otherwise': async (world, { payment, shop }) => {
    const found = await findPayment(world, payment, shop, 'refund failed');
    return found ? decide(world, shop, `${found._id}/refund-settlement`) : false;
  },
  'decide dispute': async (world, { payment, decision, shop }) => {
    const found = await findPayment(world, payment, shop, 'dispute lost');
    const body = { decision, reason: 'Decided' };
    return found ? decide(world, shop, `${found._id}/dispute-decision`, body) : false;
  },
  'retry event': async (world, { event, shop }) => {
    const stuck = (await listAttention(world, shop)).filter(({ eventId }) => eventId);
    const found = pick(stuck, event);
    if (!found) return false;
    await decide(world, shop, `events/${found.eventId}/retry`);
    return true;
  },
  'sync payment': async (world, { payment, shop }) => {
    const found = await findPayment(world, payment, shop);
    return found ? decide(world, shop, `${found._id}/sync`) : false;
  },
  'change keys': async (world) => {
    await world.changeKeys();
    return true;
  },
  'set back': (world, { intents }) => world.setBack(intents),
  adopt: async (world, { refundAll }) => (await world.adopt(refundAll)) > 0,
  faults: (world, { script }) => {
    world.standIn.faults = scriptedFaults(script);
    return Promise.resolve(true);
  },
  'pass time': async (world, { seconds }) => {
    await world.passTime(seconds);
    return true;
  },
  rounds: async (world) => {
    const count = () => world.shops.map(({ name }) => world.standIn.asked.get(name) ?? 0).join();
    const before = count();
    await world.runRounds();
    return count() !== before;
  },
};
