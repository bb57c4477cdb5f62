import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from './support/run-command.ts';
import { giveCode, setUpSecondFactor } from './support/second-factor.ts';
import { TEST_SECRET } from './support/start-test-server.ts';
import { attachTestApp, startOnCopy, startTestApp, type TestApp } from './support/test-app.ts';
import { codeFor } from './support/totp.ts';
import { cookieOf, createStudent } from './support/users.ts';
import { PASSWORD } from '#tests/support/password.ts';

const NEW_SECRET = 'another secret, as after a restore without the first';

let app: TestApp;
let restarted: Awaited<ReturnType<typeof startOnCopy>>;
let there: TestApp;
let ada: Awaited<ReturnType<typeof setUpSecondFactor>>;

beforeAll(async () => {
  app = await startTestApp();
  ada = await setUpSecondFactor(app, await createStudent(app));
  await setUpSecondFactor(app, await createStudent(app));
  await app.server.stop();
  restarted = await startOnCopy({ DATABASE_URL: app.databaseUrl, SECRET: NEW_SECRET });
  there = attachTestApp(restarted as unknown as Parameters<typeof attachTestApp>[0], app);
});
afterAll(async () => {
  await restarted.close();
  await app.close();
});

const givePassword = async () => {
  const response = await there.call('POST', '/auth/sign-in/email', {
    body: { email: ada.email, password: PASSWORD },
  });
  return { body: response.body as { twoFactorRedirect?: boolean }, cookie: cookieOf(response) };
};

const diagnose = async (secret: string) => {
  const { output } = await runCommand('doctor', [], app.databaseUrl, { SECRET: secret });
  return /^\w+ +Secret .*\n.*/m.exec(output)?.[0];
};

describe('a site that is started with another SECRET', () => {
  it('warns in the log, and the doctor says what to do', async () => {
    await expect
      .poll(() => restarted.server.output)
      .toMatch(/"all":2,"unreadable":2,"msg":"Second factors were encrypted with another SECRET, /);
    expect(await diagnose(NEW_SECRET)).toMatch(
      /^problem +Secret +2 of 2 second factors were encrypted with another secret.*\n +SECRET: Set it to its earlier value\. If that is lost, run npm run admin -- EMAIL --reset-second-factor /,
    );
  });

  it('refuses the codes of a second factor with the reason', async () => {
    const { body, cookie } = await givePassword();
    expect(body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
    const responses = [
      await giveCode(there, codeFor(ada.totpURI, 'next'), cookie),
      await there.call('POST', '/auth/two-factor/verify-backup-code', {
        body: { code: ada.backupCodes[0] },
        cookie,
      }),
    ];
    for (const response of responses) {
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ code: 'SECOND_FACTOR_UNREADABLE' });
    }
  });

  it('works again once the second factor is reset', async () => {
    const { code, output } = await runCommand(
      'admin',
      [ada.email, '--reset-second-factor'],
      app.databaseUrl,
      { SECRET: NEW_SECRET },
    );
    expect(code, output).toBe(0);
    const { body, cookie } = await givePassword();
    expect(body.twoFactorRedirect).toBeUndefined();
    await setUpSecondFactor(there, { ...ada, cookie });
    expect(await diagnose(NEW_SECRET)).toMatch(/^problem +Secret +1 of 2 second factors /);
  });

  it('is in order with the earlier value, except for what was set up since', async () => {
    expect(await diagnose(TEST_SECRET)).toMatch(/^problem +Secret +1 of 2 second factors /);
    await app.pool.query(
      'delete from identity.two_factor where user_id = (select id from identity.user where email = $1)',
      [ada.email],
    );
    expect(await diagnose(TEST_SECRET)).toMatch(/^ok +Secret +It decrypts all second factors\n/);
  });
});
