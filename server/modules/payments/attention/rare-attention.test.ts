import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Attention } from '#contract/attention.ts';
import { closeDispute, openDispute } from '#sandbox/card/disputes.ts';
import { inTransaction, Store } from '#sandbox/card/store.ts';
import { announceAttention } from './announce-attention.ts';
import { onRefund } from '#tests/support/refunds.ts';
import { Sale } from '#tests/support/sale.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import type { TestApp } from '#tests/support/test-app.ts';

let setting: Shop;
let shop: TestApp;
let sale: Sale;

beforeAll(async () => {
  setting = await startShop();
  ({ shop } = setting);
  sale = await Sale.create(shop, setting.payAt);
});
afterAll(() => setting.close());
beforeEach(() => sale.renew());

describe('a dispute', () => {
  it('that was an inquiry needs an answer again as a chargeback, with its deadline, and admins are told', async () => {
    const { transactionId } = await sale.buy('pm_card_createDispute');
    const { data } = await setting.stripe.disputes.list({ payment_intent: transactionId });
    const { id } = data[0]!;
    /** The bank moves the dispute to another status. */
    const move = async (status: string, type: string, dueBy: number) => {
      const { rows } = await setting.provider.pool.query<{ body: object }>(
        `update card_sandbox.objects
            set body = jsonb_set(body || jsonb_build_object('status', $2::text), '{evidence_details,due_by}', $3::text::jsonb)
          where id = $1 returning body`,
        [id, status, dueBy],
      );
      expect((await setting.sendEvent(type, rows[0]!.body)).status).toBe(200);
    };
    // As if the card had begun with an inquiry.
    await shop.pool.query(`update disputes set status = 'warning_needs_response' where id = $1`, [id]);
    await shop.pool.query(`delete from notifications where kind = 'dispute' and subject like $1 || '%'`, [
      id,
    ]);
    const [inquiryEnd, chargebackEnd] = [1_900_000_000, 1_900_500_000];
    await move('warning_under_review', 'charge.dispute.updated', inquiryEnd);
    expect(await sale.attentionOf(transactionId)).toEqual([]);
    await move('warning_closed', 'charge.dispute.closed', inquiryEnd);
    expect((await sale.paymentOf(transactionId)).state).toBe('paid');
    await move('needs_response', 'charge.dispute.updated', chargebackEnd);
    const deadline = new Date(chargebackEnd * 1_000).toISOString();
    expect(await sale.attentionOf(transactionId)).toMatchObject([{ kind: 'dispute', deadline }]);
    const { rows } = await shop.pool.query<{ subject: string }>(
      `select distinct subject from notifications where kind = 'dispute' and subject like $1 || '%' order by 1`,
      [id],
    );
    expect(rows.map(({ subject }) => subject)).toEqual([`${id} chargeback`, `${id} inquiry`]);
    // A late event of the inquiry changes nothing.
    await setting.sendEvent('charge.dispute.updated', { ...data[0]!, status: 'warning_under_review' });
    expect((await sale.paymentOf(transactionId)).dispute).toBe('needs_response');
    await move('lost', 'charge.dispute.closed', chargebackEnd);
    expect(await sale.attentionOf(transactionId)).toMatchObject([{ kind: 'dispute lost' }]);
  });
});

describe('a dispute over a part of a payment', () => {
  const inDashboard = (act: (store: Store) => Promise<Stripe.Dispute>) =>
    inTransaction(setting.provider.pool, (client) => act(new Store(client)));
  const openAt = async (store: Store, transactionId: string, amount: number) => {
    const { latest_charge: charge } = await setting.stripe.paymentIntents.retrieve(transactionId);
    return openDispute(store, (await store.get<Stripe.Charge>('charge', charge as string)).object, amount);
  };
  const open = async (transactionId: string, amount: number) => {
    const dispute = await inDashboard((store) => openAt(store, transactionId, amount));
    expect((await setting.sendEvent('charge.dispute.created', dispute)).status).toBe(200);
    return dispute.id;
  };
  const close = async (id: string, outcome: 'won' | 'lost') => {
    const dispute = await inDashboard((store) => closeDispute(store, id, outcome));
    expect((await setting.sendEvent('charge.dispute.closed', dispute)).status).toBe(200);
  };
  /** The bank decides a dispute over 5 of 19.50 in favor of the payer. Until then it would refuse refunds. */
  const loseFive = async (transactionId: string) => {
    const dispute = await inDashboard(async (store) =>
      closeDispute(store, (await openAt(store, transactionId, 500)).id, 'lost'),
    );
    expect((await setting.sendEvent('charge.dispute.closed', dispute)).status).toBe(200);
  };

  it('does not hide one that was lost before, or that awaits a response', async () => {
    const { transactionId, id } = await sale.buy();
    const gift = () => sale.act(`${id}/dispute-decision`, { decision: 'gift', reason: 'It is only a part' });
    await loseFive(transactionId);
    expect((await gift()).status).toBe(200);
    const [second, third] = [await open(transactionId, 300), await open(transactionId, 200)];
    expect(await sale.paymentOf(transactionId)).toMatchObject({
      state: 'disputed',
      lost: 5,
      refundable: 0,
    });
    await close(third, 'won');
    expect(await sale.attentionOf(transactionId)).toMatchObject([{ kind: 'dispute' }]);
    await close(second, 'won');
    expect(await sale.attentionOf(transactionId), 'the gift stands').toEqual([]);
    expect(await sale.paymentOf(transactionId)).toMatchObject({
      state: 'dispute lost',
      lost: 5,
      refundable: 14.5,
    });
    await close(await open(transactionId, 400), 'lost');
    expect(await sale.paymentOf(transactionId)).toMatchObject({ lost: 9, refundable: 10.5 });
    expect(await sale.attentionOf(transactionId)).toMatchObject([{ kind: 'dispute lost' }]);
    expect((await gift()).status).toBe(200);
    expect(await setting.findingsOf(transactionId)).toEqual([]);
  });

  it('is not hidden by a more urgent one over another part', async () => {
    const { transactionId, id } = await sale.buy();
    const [underReview, inquiry] = [await open(transactionId, 500), await open(transactionId, 300)];
    const lost = await open(transactionId, 200);
    const setStatus = (dispute: string, status: string) =>
      shop.pool.query('update disputes set status = $2 where id = $1', [dispute, status]);
    await setStatus(underReview, 'under_review');
    await setStatus(inquiry, 'warning_needs_response');
    await close(lost, 'lost');
    expect(await sale.paymentOf(transactionId)).toMatchObject({ dispute: 'warning_needs_response', lost: 2 });
    expect((await sale.refund(id, 1)).body.error.code).toBe('payment_disputed');
    const kinds = (await sale.attentionOf(transactionId)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['dispute', 'dispute lost']);
    expect(await setting.findingsOf(transactionId)).toContainEqual(
      expect.stringContaining('nobody has decided'),
    );
    expect((await sale.act(`${id}/dispute-decision`, { decision: 'gift', reason: 'A part' })).status).toBe(
      200,
    );
  });

  it('replaces one that an early version stored without its id', async () => {
    const { transactionId } = await sale.buy();
    const dispute = await open(transactionId, 500);
    await shop.pool.query(`update disputes set id = 'dispute of ' || $1, status = 'lost' where id = $2`, [
      transactionId,
      dispute,
    ]);
    await close(dispute, 'lost');
    expect(await sale.paymentOf(transactionId)).toMatchObject({ lost: 5 });
  });

  it('that is lost leaves the rest to be refunded once the enrollment has ended', async () => {
    const { transactionId, id } = await sale.buy();
    await loseFive(transactionId);
    expect(await sale.attentionOf(transactionId)).toMatchObject([
      { kind: 'dispute lost', what: '5$ was lost in a dispute. The student still has the class' },
    ]);
    const decision = { decision: 'end', reason: 'The bank has decided' };
    expect((await sale.act(`${id}/dispute-decision`, decision)).status).toBe(200);
    expect(await sale.attentionOf(transactionId)).toMatchObject([
      {
        kind: 'unsettled',
        what: '14.50$ was charged and kept. The payer has received neither the class nor a refund',
      },
    ]);
    expect(await sale.needsAttention(transactionId)).toBe(true);
    expect(await setting.findingsOf(transactionId)).toEqual([expect.stringContaining('is not refunded')]);
    expect(await sale.paymentOf(transactionId)).toMatchObject({
      state: 'dispute lost',
      lost: 5,
      refunded: 0,
    });
    expect((await sale.refund(id, 14.51)).body.error.fields).toEqual({
      amount: 'At most 14.50$ can be refunded',
    });
    expect((await sale.refund(id)).status).toBe(200);
    expect(await sale.paymentOf(transactionId)).toMatchObject({
      state: 'dispute lost',
      lost: 5,
      refunded: 14.5,
    });
    expect(await sale.attentionOf(transactionId)).toEqual([]);
    expect(await setting.findingsOf(transactionId)).toEqual([]);
    expect((await sale.refund(id)).body.error.code).toBe('already_refunded');
  });

  it('that is lost reduces a refund of the whole payment that was requested before', async () => {
    const { transactionId, id } = await sale.buy();
    setting.proxy.intercept = onRefund(async () => 'cut');
    expect((await sale.refund(id)).status).toBe(502);
    setting.proxy.intercept = undefined;
    await loseFive(transactionId);
    await setting.reconcile();
    expect(await sale.paymentOf(transactionId)).toMatchObject({
      lost: 5,
      refunded: 14.5,
      refunding: 0,
      refundable: 0,
    });
  });
});

describe('a payment without an enrollment', () => {
  it('needs an admin however it came about, and nothing once it has one', async () => {
    const { transactionId, id } = await sale.buy();
    const kinds = async () => (await sale.attentionOf(transactionId)).map(({ kind }) => kind);
    expect(await kinds()).toEqual([]);
    const { rows } = await shop.pool.query<{ user_id: string; class_id: string }>(
      'delete from enrollments where payment_id = $1 returning user_id, class_id',
      [id],
    );
    expect(await kinds()).toEqual(['unsettled']);
    expect(await sale.needsAttention(transactionId)).toBe(true);
    const { user_id, class_id } = rows[0]!;
    await shop.pool.query(
      'insert into enrollments (user_id, class_id, payment_id, price) values ($1, $2, $3, 1950)',
      [user_id, class_id, id],
    );
    expect(await kinds()).toEqual([]);
    expect(await sale.needsAttention(transactionId)).toBe(false);
  });
});

describe('failing events and findings', () => {
  it('that have no intent are listed one by one, and one intent once with its oldest event', async () => {
    const failing = (id: string, transactionId: string | null, hours: number) =>
      shop.pool.query(
        `insert into payment_events (id, type, object_id, transaction_id, livemode, failure, happened_at, created_at, due_at)
         values ($1, 'refund.updated', 're_' || $1, $2, false, 'Injected', now(), now() - $3 * interval '1 hour', 'infinity')`,
        [id, transactionId, hours],
      );
    await failing('evt_alone_1', null, 3);
    await failing('evt_alone_2', null, 2);
    await failing('evt_of_one_new', 'pi_of_one', 1);
    await failing('evt_of_one_old', 'pi_of_one', 4);
    const { body } = await shop.call('GET', '/payments/attention', { token: sale.admin.token });
    const ids = (body as Attention[]).flatMap(({ eventId }) => eventId ?? []);
    expect(ids.filter((id) => /^evt_(alone|of_one)/.test(id))).toEqual([
      'evt_of_one_old',
      'evt_alone_1',
      'evt_alone_2',
    ]);
    await shop.pool.query(`delete from payment_events where id ~ '^evt_(alone|of_one)'`);
  });

  it('are announced even behind hundreds of others that were announced at once', async () => {
    await shop.pool.query(
      `insert into payments (transaction_id, user_id, class_id, email, amount, currency, livemode, refund_failed_at)
       select 'pi_failed_' || n, user_id, class_id, email, amount, currency, livemode, now() - interval '1 day'
         from generate_series(1, 500) n, (select * from payments limit 1) p`,
    );
    await shop.pool.query(
      `insert into book_findings (transaction_id, finding) values (null, 'Class 2 counts 3 enrollments and has 1')`,
    );
    await announceAttention({ db: setting.db, stripe: setting.stripe });
    await announceAttention({ db: setting.db, stripe: setting.stripe });
    const { body } = await shop.call('GET', '/notifications', { token: sale.admin.token });
    expect(JSON.stringify(body).split('Class 2 counts 3 enrollments').length - 1).toBe(1);
    await shop.pool.query(`delete from payments where transaction_id like 'pi_failed_%'`);
    await shop.pool.query(`delete from book_findings where finding like 'Class 2 counts%'`);
  });
});
