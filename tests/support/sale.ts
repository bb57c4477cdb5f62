import type { Attention } from '#contract/attention.ts';
import { publishClass } from './classes.ts';
import { payFor } from './payments.ts';
import { createStudent, createTeacher, signInAs, type TestUser } from './users.ts';
import type { ApiResponse, TestApp } from './test-app.ts';

interface Offer {
  _id: string;
  price: number;
}

/** Opens an intent and pays it. @returns the transaction id */
type Pay = (buyer: TestUser, offer: Offer, card?: string) => Promise<string>;

/** An admin and a teacher, and for each test a new buyer and a new class at 19.50. */
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

  /** @param pay how users pay; absent: at the sandbox of the same server */
  static async create(
    app: TestApp,
    pay: Pay = (buyer, offer, card) => payFor(app, buyer, offer, card),
  ): Promise<Sale> {
    const admin = await signInAs(app, 'Admin');
    return new Sale(app, pay, { admin, teacher: await createTeacher(app) });
  }

  /** Creates a new buyer and a new class. */
  async renew(): Promise<void> {
    this.buyer = await createStudent(this.app);
    this.classId = await publishClass(this.app, this.teacher, this.admin);
  }

  get offer(): Offer {
    return { _id: this.classId, price: 19.5 };
  }

  /** Pays without reporting it to the server. @returns the transaction id */
  payOnly(card?: string, buyer = this.buyer): Promise<string> {
    return this.pay(buyer, this.offer, card);
  }

  record(transactionId: string, buyer = this.buyer): Promise<ApiResponse> {
    return this.app.call('POST', '/payments', { body: { transactionId }, token: buyer.token });
  }

  /** Pays and enrolls. @returns the transaction id, and the payment's id */
  async buy(card?: string, buyer = this.buyer): Promise<{ transactionId: string; id: string }> {
    const transactionId = await this.payOnly(card, buyer);
    await this.record(transactionId, buyer);
    return { transactionId, id: (await this.paymentOf(transactionId))._id as string };
  }

  /** Removes the disputes of a payment, as if their events were still in transit. */
  async forgetDisputes(id: string): Promise<void> {
    await this.app.pool.query('delete from disputes where payment_id = $1', [id]);
    await this.app.pool.query(
      `update payments set dispute_status = null, charged_back = false, disputed_at = null, dispute_due_by = null where id = $1`,
      [id],
    );
  }

  /** Buys with a card that disputes, and asks for a refund, which the provider refuses, before the dispute is known. */
  async buyWithRefusedRefund(buyer = this.buyer): Promise<{ transactionId: string; id: string }> {
    const bought = await this.buy('pm_card_createDispute', buyer);
    await this.forgetDisputes(bought.id);
    const { body } = await this.refund(bought.id);
    if (body.error?.code !== 'refund_refused') throw new Error('The provider has not refused the refund');
    return bought;
  }

  /** The payment as an admin sees it. */
  async paymentOf(transactionId: string): Promise<ApiResponse['body']> {
    const { body } = await this.app.call('GET', `/payments?q=${transactionId}`, { token: this.admin.token });
    return body[0];
  }

  /** The problems of a payment that need an admin. */
  async attentionOf(transactionId: string): Promise<Attention[]> {
    const { body } = await this.app.call('GET', '/payments/attention', { token: this.admin.token });
    return (body as Attention[]).filter((one) => one.transactionId === transactionId);
  }

  /** Whether the list of payments that need attention has this one. */
  async needsAttention(transactionId: string): Promise<boolean> {
    const path = `/payments?state=attention&q=${transactionId}`;
    return (await this.app.call('GET', path, { token: this.admin.token })).body.length > 0;
  }

  /** Posts to the payments API, as an admin by default. */
  act(path: string, body?: object, by = this.admin): Promise<ApiResponse> {
    return this.app.call('POST', `/payments/${path}`, { body, token: by.token });
  }

  refund(id: string, amount?: unknown, reason: unknown = 'Asked for', key?: string): Promise<ApiResponse> {
    return this.act(`${id}/refund`, { reason, amount, key });
  }

  /** The number of enrollments in a class, as the class reports it. */
  async countOf(id: string): Promise<number> {
    return (await this.app.call('GET', `/classes/${id}`)).body.enroll as number;
  }

  /** The teacher withdraws the class. */
  withdraw(): Promise<ApiResponse> {
    return this.app.call('DELETE', `/classes/${this.classId}`, { token: this.teacher.token });
  }
}
