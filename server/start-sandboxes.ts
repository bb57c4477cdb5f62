import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { API_BASE } from '#contract/call.ts';
import type { Database } from './database/client.ts';
import { listDemoPayments } from './demo-data/demo-payments.ts';
import { SAMPLE_ACCOUNTS } from './demo-data/sample-accounts.ts';
import { freePort } from './free-port.ts';
import { IDENTITY_PATH } from './identity/better-auth.ts';
import type { SignInProvider } from './identity/identity-options.ts';
import { SANDBOX_PROVIDER } from './identity/third-party-sign-in.ts';
import { WEBHOOK_PATH } from './modules/payments/events/stripe-webhook.routes.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { deriveTextKey } from './secrets/derive-key.ts';

/** The Stripe settings for the card sandbox. */
export const cardSandboxSettings = (ownUrl: string, secret: string) => ({
  secretKey: `sk_test_${deriveTextKey(secret, 'card sandbox secret key')}`,
  publishableKey: `pk_test_${deriveTextKey(secret, 'card sandbox publishable key')}`,
  webhookSecret: `whsec_${deriveTextKey(secret, 'card sandbox webhooks')}`,
  apiBase: `${ownUrl}/sandbox/stripe`,
  script: '/sandbox/stripe/stripe.js',
});

interface SandboxUrls {
  /** The public URL of the server. */
  baseUrl: string;
  /** The URL at which the server can reach itself. */
  ownUrl: string;
  secret: string;
}

interface SandboxContext extends SandboxUrls {
  pool: Pool;
  db: Database;
}

/** The identity provider's settings for the sign-in sandbox. */
export const signInSandboxSettings = ({ baseUrl, ownUrl, secret }: SandboxUrls): SignInProvider => ({
  authorizationUrl: `${baseUrl}/sandbox/oidc/auth`,
  tokenUrl: `${ownUrl}/sandbox/oidc/token`,
  userInfoUrl: `${ownUrl}/sandbox/oidc/me`,
  clientId: 'classharbor',
  clientSecret: deriveTextKey(secret, 'sign-in sandbox client'),
});

const readCardForm = (): Promise<Buffer> => readFile(join(PROJECT_ROOT, 'dist/sandbox/stripe.js'));

/** Adds the card sandbox to the server. Its code is loaded only here. */
export const addCardSandbox = async (
  app: FastifyInstance,
  { pool, db, baseUrl, ownUrl, secret }: SandboxContext,
): Promise<void> => {
  const { registerCardSandbox } = await import('#sandbox/card/card-sandbox.ts');
  const { importPastPayments } = await import('#sandbox/card/history.ts');
  const { secretKey, publishableKey, webhookSecret } = cardSandboxSettings(ownUrl, secret);
  await registerCardSandbox(app, {
    pool,
    baseUrl,
    secretKey,
    publishableKey,
    webhook: { url: `${ownUrl}${API_BASE}${WEBHOOK_PATH}`, secret: webhookSecret },
    script: await readCardForm(),
  });
  await importPastPayments(pool, await listDemoPayments(db));
};

/** Starts the card sandbox on a separate port, for commands. @returns the Stripe settings and a function to stop it */
export const startCardSandbox = async (pool: Pool, secret: string) => {
  const { registerCardSandbox } = await import('#sandbox/card/card-sandbox.ts');
  const app = Fastify();
  const port = await freePort();
  const ownUrl = `http://127.0.0.1:${port}`;
  const settings = cardSandboxSettings(ownUrl, secret);
  await registerCardSandbox(app, { ...settings, pool, baseUrl: ownUrl, script: await readCardForm() });
  await app.listen({ host: '127.0.0.1', port });
  return { settings, close: () => app.close() };
};

/** Adds the sign-in sandbox to the server. Its code is loaded only here. */
export const addSignInSandbox = async (
  app: FastifyInstance,
  { pool, baseUrl, ownUrl, secret }: SandboxContext,
): Promise<void> => {
  const { registerSignInSandbox } = await import('#sandbox/sign-in/sign-in-sandbox.ts');
  const { clientId, clientSecret } = signInSandboxSettings({ baseUrl, ownUrl, secret });
  await registerSignInSandbox(app, {
    pool,
    baseUrl,
    clientId,
    clientSecret,
    redirectUri: `${baseUrl}${IDENTITY_PATH}/callback/${SANDBOX_PROVIDER}`,
    cookieSecret: deriveTextKey(secret, 'sign-in sandbox cookies'),
    accounts: [
      ...SAMPLE_ACCOUNTS.map(({ label, email }) => ({
        email,
        name: `Sample ${label.toLowerCase()}`,
        picture: '',
      })),
      { email: 'noor.haddad@mail.test', name: 'Noor Haddad', picture: '/pictures/avatars/11.svg' },
      { email: 'emil.strand@mail.test', name: 'Emil Strand', picture: '/pictures/avatars/04.svg' },
    ],
  });
};

export const OUTBOX_PATH = '/sandbox/mail';

/** Creates the outbox, which replaces a mail server in the demo. */
export const openOutbox = async () => {
  const { createOutbox } = await import('#sandbox/mail/outbox.ts');
  return createOutbox();
};
