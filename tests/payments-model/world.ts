import { pino } from 'pino';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { adoptPayments } from '#server/modules/payments/books/adopt-payments.ts';
import { createStripe } from '#server/stripe/client.ts';
import { classInput, publishClass } from '#tests/support/classes.ts';
import { createDatabase, TEMPLATE } from '#tests/support/postgres.ts';
import { createStudent, createTeacher, type TestUser } from '#tests/support/users.ts';
import { setUpSecondFactor } from '#tests/support/second-factor.ts';
import { callerOf, StandIn, UNDISTURBED } from '#tests/support/stand-in/stand-in.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import type { ApiResponse, TestApp } from '#tests/support/test-app.ts';
import { forgetPayments, setBack, shiftTime } from './books-of-shop.ts';
import { findingsOf, runRound } from './rounds.ts';
import { type Shop, type Shops, startShops, stopShop } from './shops.ts';

export const BUYERS = 4;
export const OFFERS = 3;
/** The offer with fewer seats than there are buyers. */
export const LIMITED_OFFER = 1;
const SEATS = 2;
/** In whole dollars. */
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
 * Two servers, their database and the provider, in which a sequence of steps runs. `reset` restores the initial
 * state, so that all sequences start alike.
 */
export class World {
  readonly standIn: StandIn;
  readonly pool: Pool;
  /** Whether the shop uses its live keys. */
  live = false;
  /** Servers of both modes. Those of the other mode count as not running. */
  private readonly allShops: Shops;
  /** Open payment screens, in the order of opening. */
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
    const databaseUrl = await createDatabase(postgresUrl, TEMPLATE);
    const standIn = await StandIn.start(await createDatabase(postgresUrl), TEST_SECRET);
    const pool = new Pool({ connectionString: databaseUrl, max: 4 });
    const world = new World(standIn, pool, await startShops(standIn, databaseUrl, pool));
    standIn.onCrash = (caller) => world.shops.find(({ name }) => name === caller)!.gate.shut();
    await world.signIn(world.shops[0]!.app);
    return world;
  }

  /** The servers with the current keys. */
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

  /** Makes a call that may fail in any way. Status 0 means that there was no response. */
  async call(
    shop: number,
    person: TestUser,
    method: string,
    path: string,
    body?: object,
  ): Promise<ApiResponse> {
    try {
      return await this.shops[shop]!.app.call(method, path, { body, token: person.token });
    } catch {
      return { status: 0, headers: new Headers(), body: {} };
    }
  }

  asAdmin(shop: number, method: string, path: string, body?: object): Promise<ApiResponse> {
    return this.call(shop, this.admin, method, path, body);
  }

  /** Calls the provider as a browser does, bypassing our servers. */
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

  /** Changes a price. A higher one requires an admin's approval. @returns whether the price changed */
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

  /** @returns whether it succeeded */
  async withdrawOffer(offer: number, shop: number): Promise<boolean> {
    this.spentOffers.add(offer);
    const { status } = await this.call(shop, this.teacher, 'DELETE', `/classes/${this.offers[offer]}`);
    return status === 200;
  }

  /**
   * Withdraws a class as an admin. If it `returns`, its teacher corrects it and it is approved again.
   * @returns whether it succeeded
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

  /** @returns whether it succeeded */
  async deleteBuyer(buyer: number, shop: number): Promise<boolean> {
    this.spentBuyers.add(buyer);
    const { rows } = await this.pool.query<{ id: string }>('select id from users where email = $1', [
      this.buyers[buyer]!.email,
    ]);
    if (!rows[0]) return false;
    return (await this.asAdmin(shop, 'DELETE', `/users/${rows[0].id}`)).status === 200;
  }

  /** Switches the keys from test to live or back, and restarts the servers with them. */
  async changeKeys(): Promise<void> {
    await this.restartCrashed();
    this.live = !this.live;
  }

  /** Restores a backup from the time when there were this many intents. @returns whether a payment was lost */
  setBack(intents: number): Promise<boolean> {
    return setBack(this.pool, intents);
  }

  /** Does what `npm run payments:adopt` does. @returns how many payments it has settled, 0 if it failed */
  async adopt(refundAll: boolean): Promise<number> {
    const { name, database } = this.shops[0]!;
    const stripe = createStripe(this.standIn.settingsFor(name));
    const adopted = await adoptPayments({ db: database.db, stripe }, { refundAll }).catch(() => []);
    return adopted.filter(({ outcome }) => outcome !== 'failed').length;
  }

  /** Restarts crashed servers. */
  async restartCrashed(): Promise<void> {
    for (const { name, gate } of this.shops) {
      if (this.standIn.crashed.delete(name)) gate.reopen();
    }
  }

  /** Lets time pass for the servers and the provider. */
  async passTime(seconds: number): Promise<void> {
    await shiftTime(this.pool, seconds);
    await this.standIn.passTime(seconds);
  }

  /** Runs each server's background work once. */
  async runRounds(): Promise<void> {
    for (const { name, database } of this.shops) {
      const stripe = createStripe(this.standIn.settingsFor(name));
      await runRound({ db: database.db, stripe, log }).catch((error: unknown) => {
        // A crash of the server ends its round.
        if (!this.standIn.crashed.has(name)) throw error;
      });
      await this.restartCrashed();
    }
  }

  /** The findings of the check of the books. */
  findings(): Promise<string[]> {
    return findingsOf({ db: this.shops[0]!.database.db, stripe: this.dashboard, log });
  }

  /** Signs in an admin with a second factor, which a shop with live keys requires. */
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
