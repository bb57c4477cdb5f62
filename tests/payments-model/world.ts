import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { adoptPayments } from '#server/modules/payments/adopt-payments.ts';
import { createStripe } from '#server/stripe/client.ts';
import { classInput, publishClass } from '#tests/support/classes.ts';
import { execute, TEMPLATE, withDatabase } from '#tests/support/database.ts';
import { createStudent, createTeacher, type TestUser } from '#tests/support/users.ts';
import { setUpSecondFactor } from '#tests/support/second-factor.ts';
import { callerOf, StandIn, UNDISTURBED } from '#tests/support/stand-in/stand-in.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import type { Answered, TestApp } from '#tests/support/test-app.ts';
import { forgetPayments, setBack, shiftTime } from './books-of-shop.ts';
import { findingsOf, runRound } from './rounds.ts';
import { type Shop, type Shops, startShops, stopShop } from './shops.ts';

export const BUYERS = 4;
export const OFFERS = 3;
/** One of them has fewer seats than there are buyers. */
export const LIMITED_OFFER = 1;
const SEATS = 2;
/** Whole dollars. */
export const PRICES = [20, 35, 50];
const REFRESH_AFTER = 20 * 60_000;

interface Tab {
  /** The mode of the keys with which the screen was opened. */
  live: boolean;
  buyer: number;
  clientSecret: string;
}

const log = pino({ level: 'silent' });

/**
 * Two servers, their database and the provider, in which a sequence of steps happens. `reset` makes it as new, so
 * that each sequence starts from the same.
 */
export class World {
  readonly standIn: StandIn;
  readonly pool: Pool;
  /** Whether the shop has its live keys. */
  live = false;
  /** Servers of either mode; those of the other one are not running, as it were. */
  private readonly allShops: Shops;
  /** Open payment screens, in the order in which they were opened. */
  tabs: Tab[] = [];
  buyers: TestUser[] = [];
  offers: string[] = [];
  private admin!: TestUser;
  private teacher!: TestUser;
  private signedInAt = 0;
  private spentBuyers = new Set<number>();
  private spentOffers = new Set<number>();

  private constructor(standIn: StandIn, pool: Pool, shops: Shops) {
    this.standIn = standIn;
    this.pool = pool;
    this.allShops = shops;
  }

  static async create(): Promise<World> {
    const postgresUrl = inject('postgresUrl');
    const suffix = randomUUID().replaceAll('-', '');
    await execute(postgresUrl, `create database shop_${suffix} template ${TEMPLATE}`);
    await execute(postgresUrl, `create database provider_${suffix}`);
    const standIn = await StandIn.start(withDatabase(postgresUrl, `provider_${suffix}`), TEST_SECRET);
    const databaseUrl = withDatabase(postgresUrl, `shop_${suffix}`);
    const pool = new Pool({ connectionString: databaseUrl, max: 4 });
    const world = new World(standIn, pool, await startShops(standIn, databaseUrl, pool));
    standIn.onCrash = (caller) => world.shops.find(({ name }) => name === caller)!.gate.shut();
    await world.signIn(world.shops[0]!.app);
    return world;
  }

  /** The servers that run with the keys of now. */
  get shops(): Shop[] {
    return this.allShops[this.live ? 'live' : 'test'];
  }

  async close(): Promise<void> {
    for (const shop of [...this.allShops.test, ...this.allShops.live]) await stopShop(shop);
    await this.pool.end();
    await this.standIn.stop();
  }

  async reset(): Promise<void> {
    await this.restartCrashed();
    await this.standIn.reset();
    await forgetPayments(this.pool);
    this.live = false;
    this.tabs = [];
    const { app } = this.shops[0]!;
    if (Date.now() - this.signedInAt > REFRESH_AFTER) await this.signIn(app);
    for (let buyer = 0; buyer < BUYERS; buyer += 1) {
      if (!this.buyers[buyer] || this.spentBuyers.has(buyer)) this.buyers[buyer] = await createStudent(app);
    }
    for (let offer = 0; offer < OFFERS; offer += 1) {
      if (this.offers[offer] && !this.spentOffers.has(offer)) {
        await this.setPrice(offer, PRICES[0]!);
        continue;
      }
      this.offers[offer] = await publishClass(app, this.teacher, this.admin, {
        price: PRICES[0],
        seats: offer === LIMITED_OFFER ? SEATS : null,
      });
    }
    this.spentBuyers.clear();
    this.spentOffers.clear();
  }

  /** A call that may fail in any way; status 0 means that no answer came. */
  async call(shop: number, person: TestUser, method: string, path: string, body?: object): Promise<Answered> {
    try {
      return await this.shops[shop]!.app.call(method, path, { body, token: person.token });
    } catch {
      return { status: 0, headers: new Headers(), body: {} };
    }
  }

  asAdmin(shop: number, method: string, path: string, body?: object): Promise<Answered> {
    return this.call(shop, this.admin, method, path, body);
  }

  /** What a browser asks of the provider, past our servers. */
  async askProvider(live: boolean, path: string, fields: Record<string, string>): Promise<Response> {
    const caller = callerOf(UNDISTURBED, live);
    const { publishableKey } = this.standIn.settingsFor(caller);
    return fetch(`${this.standIn.url}/${caller}/sandbox/stripe${path}`, {
      method: 'POST',
      body: new URLSearchParams({ key: publishableKey, ...fields }),
    });
  }

  /** The provider's API as its dashboard uses it. */
  get dashboard() {
    return createStripe(this.standIn.settingsFor(callerOf(UNDISTURBED, this.live)));
  }

  /** A higher price takes an admin's approval. @returns whether the price is another one now */
  async setPrice(offer: number, price: number): Promise<boolean> {
    const { app } = this.shops[0]!;
    const id = this.offers[offer]!;
    const { body } = await app.call('GET', `/classes/${id}`);
    if (!body || body.price === price) return false;
    const { status } = await app.call('PUT', `/classes/${id}`, {
      body: { title: body.title, description: body.description, image: body.image, price },
      token: this.teacher.token,
    });
    if (status !== 200 || price < body.price) return status === 200;
    const proposed = await this.call(0, this.teacher, 'GET', `/classes/${id}/change`);
    const { _id, version } = proposed.body.change ?? {};
    const approved = await this.asAdmin(0, 'PATCH', `/class-changes/${_id}`, { status: 'approve', version });
    return approved.status === 200;
  }

  /** @returns whether that is done */
  async withdrawOffer(offer: number, shop: number): Promise<boolean> {
    this.spentOffers.add(offer);
    const { status } = await this.call(shop, this.teacher, 'DELETE', `/classes/${this.offers[offer]}`);
    return status === 200;
  }

  /**
   * An admin withdraws a class; where it `returns`, its teacher corrects it and it is approved again.
   * @returns whether that is done
   */
  async unpublishOffer(offer: number, shop: number, returns: boolean): Promise<boolean> {
    this.spentOffers.add(offer);
    const path = `/classes/${this.offers[offer]}`;
    const body = { status: 'rejected', reason: 'To be corrected' };
    const withdrawn = await this.asAdmin(
      shop,
      'PATCH',
      path.replace('/classes/', '/classes/withdraw/'),
      body,
    );
    if (!returns) return withdrawn.status === 200;
    await this.call(shop, this.teacher, 'PUT', path, classInput({ price: PRICES[0] }));
    const { status } = await this.asAdmin(shop, 'PATCH', path, { status: 'approve' });
    return status === 200;
  }

  /** @returns whether that is done */
  async deleteBuyer(buyer: number, shop: number): Promise<boolean> {
    this.spentBuyers.add(buyer);
    const { rows } = await this.pool.query<{ id: string }>('select id from users where email = $1', [
      this.buyers[buyer]!.email,
    ]);
    if (!rows[0]) return false;
    return (await this.asAdmin(shop, 'DELETE', `/users/${rows[0].id}`)).status === 200;
  }

  /** The owner changes the keys from test to live or back, and the servers start with them. */
  async changeKeys(): Promise<void> {
    await this.restartCrashed();
    this.live = !this.live;
  }

  /** A backup is restored from when there were so many intents. @returns whether a payment was lost with it */
  setBack(intents: number): Promise<boolean> {
    return setBack(this.pool, intents);
  }

  /** What `npm run payments:adopt` does. @returns how many payments it has settled; 0 where it failed */
  async adopt(refundAll: boolean): Promise<number> {
    const { name, database } = this.shops[0]!;
    const stripe = createStripe(this.standIn.settingsFor(name));
    const adopted = await adoptPayments({ db: database.db, stripe }, { refundAll }).catch(() => []);
    return adopted.filter(({ outcome }) => outcome !== 'failed').length;
  }

  /** Starts servers again that crashed. */
  async restartCrashed(): Promise<void> {
    for (const { name, gate } of this.shops) {
      if (this.standIn.crashed.delete(name)) gate.reopen();
    }
  }

  /** Lets time pass, for the servers and for the provider. */
  async passTime(seconds: number): Promise<void> {
    await shiftTime(this.pool, seconds);
    await this.standIn.passTime(seconds);
  }

  /** What each server does by itself at its next turn. */
  async runRounds(): Promise<void> {
    for (const { name, database } of this.shops) {
      const stripe = createStripe(this.standIn.settingsFor(name));
      await runRound({ db: database.db, stripe, log }).catch((error: unknown) => {
        // A server that crashes in its round ends there.
        if (!this.standIn.crashed.has(name)) throw error;
      });
      await this.restartCrashed();
    }
  }

  /** What the check of the books finds wrong. */
  findings(): Promise<string[]> {
    return findingsOf({ db: this.shops[0]!.database.db, stripe: this.dashboard, log });
  }

  /** The admin has a second factor, without which a shop with live keys lets nobody be one. */
  private async signIn(app: TestApp): Promise<void> {
    const person = await createStudent(app);
    await this.pool.query(`update users set role = 'admin' where email = $1`, [person.email]);
    this.admin = await setUpSecondFactor(app, person);
    this.teacher = await createTeacher(app);
    for (let buyer = 0; buyer < BUYERS; buyer += 1) this.spentBuyers.add(buyer);
    for (let offer = 0; offer < OFFERS; offer += 1) this.spentOffers.add(offer);
    this.signedInAt = Date.now();
  }
}
