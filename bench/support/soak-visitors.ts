import { setTimeout as sleep } from 'node:timers/promises';
import { openIntent } from '#tests/support/payments.ts';
import { register, signInAs, type TestUser } from '#tests/support/users.ts';
import { seededNumbers } from '#tests/support/stand-in/faults.ts';
import type { SoakProvider } from './soak-provider.ts';
import type { SoakShop } from './soak-shop.ts';

/** The shares of card outcomes and of later events of payments. */
const DECLINED = 0.1;
const REFUNDED_BY_ADMIN = 0.08;
const REFUNDED_IN_DASHBOARD = 0.05;

interface Offer {
  _id: string;
  price: number;
}

const expectSuccess = (status: number, what: string): void => {
  if (status >= 500) throw new Error(`${what}: ${status}`);
};

/** The visitors of a soak test: they browse, register, buy, are refunded and leave feedback. */
export class SoakVisitors {
  readonly counted = { requests: 0, failed: 0 };
  /** The writes that the server has acknowledged. */
  readonly acknowledged = {
    people: [] as string[],
    payments: [] as string[],
    feedback: new Map<string, string>(),
  };
  readonly admin: TestUser;
  private readonly shop: SoakShop;
  private readonly provider: SoakProvider;
  private readonly chance: () => number;

  private constructor(shop: SoakShop, provider: SoakProvider, admin: TestUser, seed: number) {
    this.shop = shop;
    this.provider = provider;
    this.admin = admin;
    this.chance = seededNumbers(seed);
  }

  static async create(shop: SoakShop, provider: SoakProvider, seed: number): Promise<SoakVisitors> {
    return new SoakVisitors(shop, provider, await signInAs(shop.app, 'Admin'), seed);
  }

  /** Runs the given number of visitors concurrently until the end (milliseconds since 1970). */
  async run(visitors: number, end: number): Promise<void> {
    const listed = await this.shop.app.call('GET', '/classes?sort=price&limit=12&minPrice=1');
    const offers = listed.body as Offer[];
    await Promise.all(Array.from({ length: visitors }, (_, number) => this.live(number, offers, end)));
  }

  /** Counts a request that the server should have answered. A failed one is the cost of a fault. */
  private async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    this.counted.requests += 1;
    try {
      return await work();
    } catch {
      this.counted.failed += 1;
      await sleep(100);
      return undefined;
    }
  }

  private visit(path: string) {
    return this.attempt(async () => {
      const response = await fetch(`${this.shop.url}${path}`);
      await response.arrayBuffer();
      expectSuccess(response.status, path);
    });
  }

  private async pay(person: TestUser, offer: Offer): Promise<string> {
    const response = await openIntent(this.shop.app, person, offer);
    expectSuccess(response.status, 'An intent');
    const { clientSecret } = response.body as { clientSecret: string };
    const card = this.chance() < DECLINED ? 'pm_card_chargeDeclined' : 'pm_card_visa';
    await this.provider.confirmCard(clientSecret, card);
    return clientSecret.split('_secret_')[0]!;
  }

  private async refund(transactionId: string): Promise<void> {
    const { app } = this.shop;
    const found = await app.call('GET', `/payments?q=${transactionId}`, { token: this.admin.token });
    const [payment] = found.body as { _id: string }[];
    if (!payment) return;
    const amount = this.chance() < 0.5 ? 1 : undefined;
    const { status } = await app.call('POST', `/payments/${payment._id}/refund`, {
      body: { reason: 'Asked for', amount },
      token: this.admin.token,
    });
    expectSuccess(status, 'A refund');
  }

  /**
   * Possibly refunds or changes a payment later.
   * @returns whether the payment stays unchanged
   */
  private async isKept(transactionId: string): Promise<boolean> {
    const fate = this.chance();
    if (fate < REFUNDED_BY_ADMIN) {
      await this.attempt(() => this.refund(transactionId));
      return false;
    }
    if (fate < REFUNDED_BY_ADMIN + REFUNDED_IN_DASHBOARD) {
      await this.provider.refundInDashboard(transactionId, this.chance() < 0.5 ? 100 : undefined);
      return false;
    }
    return true;
  }

  private async buy(person: TestUser, offer: Offer): Promise<boolean> {
    const transactionId = await this.attempt(() => this.pay(person, offer));
    if (!transactionId) return false;
    const recorded = await this.attempt(() =>
      this.shop.app.call('POST', '/payments', { body: { transactionId }, token: person.token }),
    );
    if (recorded?.status !== 200 || !(await this.isKept(transactionId))) return false;
    this.acknowledged.payments.push(transactionId);
    return true;
  }

  private async review(person: TestUser, offer: Offer): Promise<void> {
    const feedback = `Said at ${Date.now()} by ${person.email}`;
    const body = { classId: offer._id, feedback, rating: 5 };
    const response = await this.attempt(() =>
      this.shop.app.call('POST', '/feedback', { body, token: person.token }),
    );
    if (response?.status === 200) this.acknowledged.feedback.set(`${person.email} ${offer._id}`, feedback);
  }

  private async live(number: number, offers: Offer[], end: number): Promise<void> {
    for (let life = 0; Date.now() < end; life += 1) {
      const email = `soak-${number}-${life}@example.test`;
      const person = await this.attempt(() => register(this.shop.app, { email }));
      if (!person) continue;
      this.acknowledged.people.push(person.email);
      for (const offer of offers) {
        if (Date.now() > end) break;
        await this.visit('/');
        await this.visit('/allClasses?sort=price');
        await this.visit(`/classDetail/${offer._id}`);
        await this.visit('/api/classes?limit=20');
        if (await this.buy(person, offer)) await this.review(person, offer);
      }
    }
  }
}
