import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesOnRefusals, recordChanges, type RowChange, type Sent } from './change-log.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { createStudent } from './users.ts';

let app: TestApp;
let takeChanges: () => Promise<RowChange[]>;

beforeAll(async () => {
  app = await startTestApp();
  takeChanges = await recordChanges(app.pool, {
    'identity.*': ['*'],
    'pgboss.*': ['*'],
    'public.payment_jobs': ['*'],
    'public.users': ['photo'],
  });
});
afterAll(() => app.close());

const summaries = (changes: RowChange[]): string[] =>
  changes.map(({ table, operation, columns }) => `${operation} ${table} ${columns.join()}`.trim());

describe('the record of changes', () => {
  it('has each committed change once, in its order, and what was changed back', async () => {
    const { email } = await createStudent(app);
    await app.pool.query("update users set name = name || '!' where email = $1", [email]);
    await app.pool.query("update users set name = rtrim(name, '!') where email = $1", [email]);
    await app.pool.query('delete from identity.user where email = $1', [email]);
    await app.pool.query('truncate waiting_list');
    expect(summaries(await takeChanges())).toEqual([
      'INSERT public.users',
      'UPDATE public.users name',
      'UPDATE public.users name',
      // Caused by the foreign key.
      'UPDATE public.users identity_id',
      'TRUNCATE public.waiting_list',
    ]);
    expect(await takeChanges()).toEqual([]);
  });

  it('leaves out what was rolled back, updates that change nothing, and what may change', async () => {
    const { email } = await createStudent(app);
    await takeChanges();
    await app.pool.query(`begin; update users set name = 'Other' where email = '${email}'; rollback`);
    await app.pool.query('update users set name = name where email = $1', [email]);
    await app.pool.query("update users set photo = '/pictures/avatars/06.svg' where email = $1", [email]);
    expect(await takeChanges()).toEqual([]);
    await app.pool.query("update users set photo = '', name = 'Other' where email = $1", [email]);
    expect(summaries(await takeChanges())).toEqual(['UPDATE public.users name,photo']);
  });

  it('reports changes made while no writing call was in progress', async () => {
    const refused: Sent = { description: 'a refused call', from: 10, to: 20, mayWrite: false };
    const accepted: Sent = { description: 'an accepted call', from: 21, to: 30, mayWrite: true };
    const at = (moment: number) => ({ at: moment, table: 't' }) as RowChange;
    expect(changesOnRefusals([at(15), at(25), at(35)], [refused, accepted])).toEqual([
      { at: 15, table: 't', during: ['a refused call'] },
      { at: 35, table: 't', during: [] },
    ]);
  });
});
