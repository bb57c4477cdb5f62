import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '#contract/call.ts';
import { MATRIX, RULES } from '#tests/support/access-matrix.ts';
import { SIGNED_IN } from '#tests/support/access-rows.ts';
import { type Caller, CALLERS, createWorld, type World } from '#tests/support/access-world.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';

/**
 * Routes with their own protection: the identity provider's endpoints, the Stripe signature, the secret, the API
 * docs.
 */
const OWN_GUARD = /^[A-Z]+ \/auth\/|^POST \/webhooks\/stripe$|^GET \/site-health\/self$|^GET \/docs/;

let app: TestApp;
/** A world for calls that change nothing. */
let unchanged: World;

beforeAll(async () => {
  app = await startTestApp();
  unchanged = await createWorld(app);
});
afterAll(() => app.close());

/** The calls that the server handles, as `METHOD /path` below the API's base. */
const guardedCalls = () =>
  app.server.app.routeTable
    .filter(({ url, method }) => url.startsWith(`${API_BASE}/`) && method !== 'HEAD')
    .map(({ method, url, access }) => ({ name: `${method} ${url.slice(API_BASE.length)}`, access }))
    .filter(({ name }) => !OWN_GUARD.test(name));

const statusFor = async (name: string, caller: Caller, world: World): Promise<number> => {
  const { path, body } = MATRIX[name]!;
  const user = world.callers[caller];
  const { status } = await app.call(name.split(' ')[0]!, path(world), {
    body: body?.(world, user),
    token: user.token,
    cookie: user.cookie,
  });
  return status;
};

/** Calls that only read, and those that refuse every caller. */
const changesNothing = (name: string): boolean =>
  name.startsWith('GET ') || Object.values(MATRIX[name]!.allows).every((status) => status >= 400);

const refusalOf = (caller: Caller): number => (SIGNED_IN.includes(caller) ? 403 : 401);

describe('the access matrix', () => {
  it('has an entry for every route of the server, and no others', () => {
    expect(
      guardedCalls()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(MATRIX).sort());
  });

  it('allows no caller whom the declared rule of the route excludes', () => {
    for (const { name, access } of guardedCalls()) {
      const possible = RULES[access ?? ''];
      expect(possible, `${name} declares ${access}`).toBeDefined();
      for (const caller of Object.keys(MATRIX[name]!.allows)) expect(possible, name).toContain(caller);
    }
  });

  it.each(Object.keys(MATRIX))('%s', async (name) => {
    const { allows } = MATRIX[name]!;
    const world = changesNothing(name) ? unchanged : await createWorld(app);
    // Refused callers go first, because a refusal must not change anything for the next caller.
    const callers = [...CALLERS].sort((one, other) => Number(one in allows) - Number(other in allows));
    const statuses: Partial<Record<Caller, number>> = {};
    for (const caller of callers) statuses[caller] = await statusFor(name, caller, world);
    expect(statuses).toEqual(
      Object.fromEntries(CALLERS.map((caller) => [caller, allows[caller] ?? refusalOf(caller)])),
    );
  });
});
