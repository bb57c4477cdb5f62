import type { Attention } from '#contract/attention.ts';
import { publishClass } from './classes.ts';
import { payFor } from './payments.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from './users.ts';
import type { Answered, TestApp } from './test-app.ts';

interface Offer {
  _id: string;
  price: number;
}

/** Opens an intent and pays it. @returns the transaction id */
type Pay = (buyer: TestUser, offer: Offer, card?: string) => Promise<string>;

/** An admin, a teacher, and for each test a buyer and a class at 19.50 that nobody has bought. */
export class Sale {
  readonly app: TestApp;
  readonly admin: TestUser;
  readonly teacher: TestUser;
  buyer!: TestUser;
  classId!: string;
  private readonly pay: Pay;

  private constructor(app: TestApp, pay: Pay, people: { admin: TestUser; teacher: TestUser }) {
    this.app = app;
    this.pay = pay;
    ({ admin: this.admin, teacher: this.teacher } = people);
  }

  /** @param pay how somebody pays; absent: at the sandbox of the same server */
  static async create(
    app: TestApp,
    pay: Pay = (buyer, offer, card) => payFor(app, buyer, offer, card),
  ): Promise<Sale> {
    const admin = await signInAs(app, 'Admin');
    return new Sale(app, pay, { admin, teacher: await createTeacher(app) });
  }

  /** A new buyer and a new class. */
  async renew(): Promise<void> {
    this.buyer = await createStudent(this.app);
    this.classId = await publishClass(this.app, this.teacher, this.admin);
  }

  get offer(): Offer {
    return { _id: this.classId, price: 19.5 };
  }

  /** Pays, and tells nobody of it. @returns the transaction id */
  payOnly(card?: string, buyer = this.buyer): Promise<string> {
    return this.pay(buyer, this.offer, card);
  }

  record(transactionId: string, buyer = this.buyer): Promise<Answered> {
    return this.app.call('POST', '/payments', { body: { transactionId }, token: buyer.token });
  }

  /** Pays and is enrolled. @returns the transaction, and the payment's id */
  async buy(card?: string, buyer = this.buyer): Promise<{ transactionId: string; id: string }> {
    const transactionId = await this.payOnly(card, buyer);
    await this.record(transactionId, buyer);
    return { transactionId, id: (await this.paymentOf(transactionId))._id as string };
  }

  /** The payment as an admin sees it. */
  async paymentOf(transactionId: string): Promise<Answered['body']> {
    const { body } = await this.app.call('GET', `/payments?q=${transactionId}`, { token: this.admin.token });
    return body[0];
  }

  /** What an admin is told to see to about a payment. */
  async attentionOf(transactionId: string): Promise<Attention[]> {
    const { body } = await this.app.call('GET', '/payments/attention', { token: this.admin.token });
    return (body as Attention[]).filter((one) => one.transactionId === transactionId);
  }

  /** Posts something about payments, as an admin unless said otherwise. */
  act(path: string, body?: object, by = this.admin): Promise<Answered> {
    return this.app.call('POST', `/payments/${path}`, { body, token: by.token });
  }

  refund(id: string, amount?: unknown, reason: unknown = 'Asked for'): Promise<Answered> {
    return this.act(`${id}/refund`, { reason, amount });
  }

  /** How many enrollments a class says that it has. */
  async countOf(id: string): Promise<number> {
    return (await this.app.call('GET', `/classes/${id}`)).body.enroll as number;
  }

  /** The teacher takes the class off sale. */
  withdraw(): Promise<Answered> {
    return this.app.call('DELETE', `/classes/${this.classId}`, { token: this.teacher.token });
  }
}
