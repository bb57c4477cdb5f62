import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classInput } from '#tests/support/classes.ts';
import { dayFromNow } from '#tests/support/days.ts';
import { type LimitedClasses, openLimitedClasses } from '#tests/support/limited-classes.ts';
import { openIntent } from '#tests/support/payments.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';
import type { TestApp } from '#tests/support/test-app.ts';

const START = dayFromNow(30);

let shop: Shop;
let app: TestApp;
let classes: LimitedClasses;

beforeAll(async () => {
  shop = await startShop();
  app = shop.shop;
  classes = await openLimitedClasses(shop);
});
afterAll(() => shop.close());

describe('the seats and the start of a class', () => {
  it('are optional', async () => {
    const offer = await classes.publish({});
    expect(await classes.read(offer)).not.toHaveProperty('seats');
    const limited = await classes.publish({ seats: 12, startsOn: START });
    expect(await classes.read(limited)).toMatchObject({ seats: 12, seatsLeft: 12, startsOn: START });
  });

  it('stay as they are if an update does not name them, and null removes them', async () => {
    const offer = await classes.publish({ seats: 12, startsOn: START });
    const { title, image, price, description } = classInput();
    const update = (more: object) =>
      app.call('PUT', `/classes/${offer._id}`, {
        body: { title, image, price, description, ...more },
        token: classes.teacher.token,
      });
    expect((await update({})).status).toBe(200);
    expect(await classes.read(offer)).toMatchObject({ seats: 12, startsOn: START });
    await update({ seats: null, startsOn: null });
    expect(await classes.read(offer)).not.toHaveProperty('seats');
    expect(await classes.read(offer)).not.toHaveProperty('startsOn');
  });

  it.each([
    { seats: 0 },
    { seats: 1.5 },
    { seats: 10_001 },
    { startsOn: 'soon' },
    { startsOn: '2030-02-30' },
    { startsOn: '2020-01-31' },
  ])('are refused with the reason: %j', async (more) => {
    const { status, body } = await app.call('POST', '/classes', {
      body: classInput(more),
      token: classes.teacher.token,
    });
    expect(status).toBe(400);
    expect(body.error.fields).toHaveProperty(Object.keys(more)[0]!);
  });

  it('leave the start of a class that has started as it is, but not another date in the past', async () => {
    const offer = await classes.publish({});
    await app.pool.query(`update classes set starts_on = '2020-01-31' where id = $1`, [offer._id]);
    const { title, image, price, description } = classInput();
    const update = (startsOn: string) =>
      app.call('PUT', `/classes/${offer._id}`, {
        body: { title, image, price, description, startsOn },
        token: classes.teacher.token,
      });
    expect((await update('2020-01-31')).status).toBe(200);
    const refused = await update('2020-01-30');
    expect(refused.body.error).toMatchObject({ fields: { startsOn: 'Choose today or a later date' } });
    expect(await classes.read(offer)).toMatchObject({ startsOn: '2020-01-31' });
  });

  it('cannot become fewer than are taken or held', async () => {
    const offer = await classes.publish({ seats: 5 });
    const [one, other] = await classes.students(2);
    expect(await classes.tryToBuy(one!, offer)).toBe('enrolled');
    await openIntent(app, other!, offer);
    const { title, image, price, description } = classInput();
    const body = { title, image, price, description, seats: 1 };
    const refused = await app.call('PUT', `/classes/${offer._id}`, { body, token: classes.teacher.token });
    expect(refused.body.error).toMatchObject({ fields: { seats: '2 seats are already taken or reserved' } });
    const changed = { ...body, seats: 2 };
    expect(
      (await app.call('PUT', `/classes/${offer._id}`, { body: changed, token: classes.teacher.token }))
        .status,
    ).toBe(200);
  });
});
