import type { Pool } from 'pg';
import { createStripe } from '#server/stripe/client.ts';
import { chargesOfShop } from '#tests/support/stand-in/charges.ts';
import { loseEvent, sendEvent, waitingEvents } from '#tests/support/stand-in/events.ts';
import { noFaults, randomFaults, seededNumbers } from '#tests/support/stand-in/faults.ts';
import { StandIn, UNDISTURBED } from '#tests/support/stand-in/stand-in.ts';

/** The shares of requests that fail, and of events that are lost, duplicated or delayed. */
const FAULTY = 0.15;
const LOST = 0.1;
const TWICE = 0.1;
const LATER = 0.3;
/** Milliseconds. */
const DELIVERY_INTERVAL = 500;
/** The host name that the server uses for the provider. */
const SHOP = 'shop';

/** The provider of a soak test. A seed determines its faults and the fate of its events. */
export const startSoakProvider = async (databaseUrl: string, secret: string, seed: number) => {
  const standIn = await StandIn.start(databaseUrl, secret);
  const next = seededNumbers(seed);
  const { webhookSecret } = standIn.settingsFor(SHOP);
  let serverUrl: string | undefined;
  let isTrue = false;

  const deliver = async (): Promise<void> => {
    for (const event of await waitingEvents(standIn.pool)) {
      if (!serverUrl) return;
      const chance = isTrue ? 1 : next();
      if (chance < LATER) continue;
      if (chance < LATER + LOST) await loseEvent(standIn.pool, event);
      else {
        const status = await sendEvent(serverUrl, webhookSecret, event);
        const isRepeated = chance < LATER + LOST + TWICE;
        if (status === 200 && !isRepeated) await loseEvent(standIn.pool, event);
      }
    }
  };
  let underway: Promise<void> | undefined;
  const timer = setInterval(() => {
    underway ??= deliver().finally(() => (underway = undefined));
  }, DELIVERY_INTERVAL);

  return {
    standIn,
    variables: standIn.variablesFor(SHOP),
    /** Starts to inject faults and to deliver events to the server. */
    disturb: (url: string) => {
      serverUrl = url;
      standIn.faults = randomFaults(seed, FAULTY);
    },
    /** Ends all faults and delivers pending events. */
    calm: () => {
      standIn.faults = noFaults;
      isTrue = true;
    },
    /** Pays with a client secret, as a browser does. */
    confirmCard: async (clientSecret: string, card: string): Promise<void> => {
      const { publishableKey } = standIn.settingsFor(SHOP);
      const id = clientSecret.split('_secret_')[0]!;
      const response = await fetch(
        `${standIn.url}/${UNDISTURBED}/sandbox/stripe/v1/payment_intents/${id}/confirm`,
        {
          method: 'POST',
          body: new URLSearchParams({
            key: publishableKey,
            client_secret: clientSecret,
            payment_method: card,
          }),
        },
      );
      await response.arrayBuffer();
    },
    /** Refunds a charge as in the provider's dashboard. `amount` is in minor units; absent: the full amount. */
    refundInDashboard: async (intentId: string, amount?: number): Promise<void> => {
      const stripe = createStripe(standIn.settingsFor(UNDISTURBED));
      await stripe.refunds.create({ payment_intent: intentId, amount });
    },
    /** The settings for a check of the books without faults. */
    undisturbed: standIn.variablesFor(UNDISTURBED),
    stop: async () => {
      clearInterval(timer);
      await underway;
      await standIn.stop();
    },
  };
};

export type SoakProvider = Awaited<ReturnType<typeof startSoakProvider>>;

/** Counts the provider's charges and their outcomes. */
export const countCharges = async (provider: Pool, shop: Pool) => {
  const charges = await chargesOfShop(provider);
  const { rows } = await shop.query<{ count: number }>(
    `select count(*)::int as count from enrollments e join payments p on p.id = e.payment_id
     where p.transaction_id = any ($1)`,
    [charges.map(({ intentId }) => intentId)],
  );
  return {
    charges: charges.length,
    enrollments: rows[0]!.count,
    refundedWhole: charges.filter(({ amount, refunded }) => amount === refunded).length,
    refundedPart: charges.filter(({ amount, refunded }) => refunded > 0 && refunded < amount).length,
  };
};
