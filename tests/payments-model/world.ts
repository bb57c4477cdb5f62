import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { Pool } from 'pg';
import { inject } from 'vitest';
import { type DatabaseConnection, openDatabase } from '#server/database/client.ts';
import { createStripe } from '#server/stripe/client.ts';
import { publishClass, registerTeacher } from '#tests/support/classes.ts';
import { execute, TEMPLATE, withDatabase } from '#tests/support/database.ts';
import { register, signInAs, type TestPerson } from '#tests/support/people.ts';
import { DatabaseGate } from '#tests/support/stand-in/database-gate.ts';
import { StandIn, UNDISTURBED } from '#tests/support/stand-in/stand-in.ts';
import { startTestServer, TEST_SECRET } from '#tests/support/start-test-server.ts';
import { type Answered, attachTestApp, type TestApp } from '#tests/support/test-app.ts';
import { findingsOf, runRound } from './rounds.ts';

export const BUYERS = 4;
export const OFFERS = 3;
const SHOPS = ['shop-a', 'shop-b'] as const;
/** Whole dollars. */
export const PRICES = [20, 35, 50];
const REFRESH_AFTER = 20 * 60_000;

/** One of two servers on one database, each with its own way to the database and to the provider. */
interface Shop {
  name: string;
  gate: DatabaseGate;
  app: TestApp;
  database: DatabaseConnection;
}

interface Tab {
  buyer: number;
  clientSecret: string;
}

const log = pino({ level: 'silent' });

const startShop = async (name: string, standIn: StandIn, databaseUrl: string, pool: Pool): Promise<Shop> => {
  const gate = await DatabaseGate.open(databaseUrl);
  const server = await startTestServer(gate.url, standIn.variablesFor(name));
  return {
    name,
    gate,
    app: attachTestApp(server, { pool, databaseUrl }),
    database: await openDatabase(gate.url, () => undefined),
  };
};

/** Tables whose moments a step of the clock moves into the past. */
const PAYMENT_TABLES = /payment|refund|dispute|enrollment|event|provider/;

/**
 * Two servers, their database and the provider, in which a sequence of steps happens. `reset` makes it as new, so
 * that each sequence starts from the same.
 */
export class World {
  readonly standIn: StandIn;
  readonly pool: Pool;
  readonly shops: Shop[];
  /** Open payment screens, in the order in which they were opened. */
  tabs: Tab[] = [];
  buyers: TestPerson[] = [];
  offers: string[] = [];
  private admin!: TestPerson;
  private teacher!: TestPerson;
  private signedInAt = 0;
  private spentBuyers = new Set<number>();
  private spentOffers = new Set<number>();

  private constructor(standIn: StandIn, pool: Pool, shops: Shop[]) {
    this.standIn = standIn;
    this.pool = pool;
    this.shops = shops;
  }

  static async create(): Promise<World> {
    const postgresUrl = inject('postgresUrl');
    const suffix = randomUUID().replaceAll('-', '');
    await execute(postgresUrl, `create database shop_${suffix} template ${TEMPLATE}`);
    await execute(postgresUrl, `create database provider_${suffix}`);
    const standIn = await StandIn.start(withDatabase(postgresUrl, `provider_${suffix}`), TEST_SECRET);
    const databaseUrl = withDatabase(postgresUrl, `shop_${suffix}`);
    const pool = new Pool({ connectionString: databaseUrl, max: 4 });
    const shops: Shop[] = [];
    for (const name of SHOPS) shops.push(await startShop(name, standIn, databaseUrl, pool));
    const world = new World(standIn, pool, shops);
    standIn.onCrash = (caller) => shops.find(({ name }) => name === caller)!.gate.shut();
    const { app } = shops[0]!;
    world.admin = await signInAs(app, 'Admin');
    world.teacher = await registerTeacher(app, world.admin);
    world.signedInAt = Date.now();
    return world;
  }

  async close(): Promise<void> {
    for (const { app, database, gate } of this.shops) {
      // What a crashed server still waits for at the database would keep its pool open.
      gate.shut();
      await database.close();
      await app.close();
      await gate.close();
    }
    await this.pool.end();
    await this.standIn.stop();
  }

  async reset(): Promise<void> {
    await this.restartCrashed();
    await this.standIn.reset();
    await this.pool.query(`truncate ${(await this.paymentTables()).join(', ')} cascade`);
    await this.pool.query('update classes set enroll = 0 where enroll > 0');
    this.tabs = [];
    const { app } = this.shops[0]!;
    if (Date.now() - this.signedInAt > REFRESH_AFTER) await this.signInAgain(app);
    for (let buyer = 0; buyer < BUYERS; buyer += 1) {
      if (!this.buyers[buyer] || this.spentBuyers.has(buyer)) this.buyers[buyer] = await register(app);
    }
    for (let offer = 0; offer < OFFERS; offer += 1) {
      if (this.offers[offer] && !this.spentOffers.has(offer)) {
        await this.setPrice(offer, PRICES[0]!);
        continue;
      }
      this.offers[offer] = await publishClass(app, this.teacher, this.admin, { price: PRICES[0] });
    }
    this.spentBuyers.clear();
    this.spentOffers.clear();
  }

  /** A call that may fail in any way; status 0 means that no answer came. */
  async call(
    shop: number,
    person: TestPerson,
    method: string,
    path: string,
    body?: object,
  ): Promise<Answered> {
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
  async askProvider(path: string, fields: Record<string, string>): Promise<Response> {
    const { publishableKey } = this.standIn.settingsFor(UNDISTURBED);
    return fetch(`${this.standIn.url}/${UNDISTURBED}/sandbox/stripe${path}`, {
      method: 'POST',
      body: new URLSearchParams({ key: publishableKey, ...fields }),
    });
  }

  /** The provider's API as its dashboard uses it. */
  get dashboard() {
    return createStripe(this.standIn.settingsFor(UNDISTURBED));
  }

  async setPrice(offer: number, price: number): Promise<void> {
    const { app } = this.shops[0]!;
    const id = this.offers[offer]!;
    const { body } = await app.call('GET', `/classes/${id}`);
    if (!body || body.price === price) return;
    await app.call('PUT', `/classes/${id}`, {
      body: { title: body.title, description: body.description, image: body.image, price },
      token: this.teacher.token,
    });
  }

  async withdrawOffer(offer: number, shop: number): Promise<void> {
    this.spentOffers.add(offer);
    await this.call(shop, this.teacher, 'DELETE', `/classes/${this.offers[offer]}`);
  }

  async deleteBuyer(buyer: number, shop: number): Promise<void> {
    this.spentBuyers.add(buyer);
    const { rows } = await this.pool.query<{ id: string }>('select id from users where email = $1', [
      this.buyers[buyer]!.email,
    ]);
    if (rows[0]) await this.asAdmin(shop, 'DELETE', `/users/${rows[0].id}`);
  }

  /** Starts servers again that crashed. */
  async restartCrashed(): Promise<void> {
    for (const { name, gate } of this.shops) {
      if (this.standIn.crashed.delete(name)) gate.reopen();
    }
  }

  /** Lets time pass, for the servers and for the provider. */
  async passTime(seconds: number): Promise<void> {
    for (const statement of await this.shiftStatements()) await this.pool.query(statement, [seconds]);
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

  private async signInAgain(app: TestApp): Promise<void> {
    this.admin = await signInAs(app, 'Admin');
    this.teacher = await registerTeacher(app, this.admin);
    for (let buyer = 0; buyer < BUYERS; buyer += 1) this.spentBuyers.add(buyer);
    for (let offer = 0; offer < OFFERS; offer += 1) this.spentOffers.add(offer);
    this.signedInAt = Date.now();
  }

  private async paymentTables(): Promise<string[]> {
    const { rows } = await this.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    return rows.map(({ name }) => name).filter((name) => PAYMENT_TABLES.test(name));
  }

  private async shiftStatements(): Promise<string[]> {
    const { rows } = await this.pool.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and data_type = 'timestamp with time zone'`,
    );
    return rows
      .filter(({ table }) => PAYMENT_TABLES.test(table))
      .map(({ table, column }) => `update ${table} set ${column} = ${column} - $1 * interval '1 second'`);
  }
}
