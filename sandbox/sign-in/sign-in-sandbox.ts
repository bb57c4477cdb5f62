import type { FastifyInstance } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
// The package's index warns about every Node.js that is not LTS yet.
import { Provider } from 'oidc-provider/lib/provider.js';
import type { Pool } from 'pg';
import { parse as parseForm } from 'qs';
import { type AccountStore, createAccountStore, type SandboxAccount } from './accounts.ts';
import { sendSandboxPage } from '../send-page.ts';
import { chooserPage } from './chooser-page.ts';
import { createOidcAdapter } from './oidc-adapter.ts';

export const SIGN_IN_SANDBOX_PATH = '/sandbox/oidc';
const ROUTE = {
  config: { access: 'sign-in sandbox', limit: { unlimited: 'For the demo only' } },
  schema: { hide: true },
};
/** Seconds. */
const TEN_MINUTES = 600;

export interface SignInSandboxOptions {
  pool: Pool;
  /** The server's public URL without a trailing slash. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** The key that signs the provider's cookies. */
  cookieSecret: string;
  accounts: SandboxAccount[];
}

/** Grants all scopes, because the sandbox has no consent page. */
const grantAll = async (ctx: KoaContextWithOIDC) => {
  const { client, session, provider } = ctx.oidc;
  const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
};

const configure = async (options: SignInSandboxOptions, accounts: AccountStore): Promise<Configuration> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    adapter: await createOidcAdapter(options.pool),
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [options.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: [options.cookieSecret] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `${SIGN_IN_SANDBOX_PATH}/interaction/${uid}` },
    ttl: {
      Interaction: TEN_MINUTES,
      Session: TEN_MINUTES,
      Grant: TEN_MINUTES,
      AccessToken: TEN_MINUTES,
      IdToken: TEN_MINUTES,
    },
    loadExistingGrant: grantAll,
    findAccount: async (_ctx, sub) => {
      const account = await accounts.find(sub);
      return (
        account && {
          accountId: sub,
          claims: () => Promise.resolve({ sub, ...account, email_verified: true }),
        }
      );
    },
  };
};

/** An OpenID Connect provider under /sandbox/oidc, where users choose or create an account. */
export const registerSignInSandbox = async (
  app: FastifyInstance,
  options: SignInSandboxOptions,
): Promise<void> => {
  const accounts = await createAccountStore(options.pool, options.accounts);
  const provider = new Provider(
    `${options.baseUrl}${SIGN_IN_SANDBOX_PATH}`,
    await configure(options, accounts),
  );
  const handle = provider.callback();

  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();

      await scope.register(async (pages) => {
        pages.addContentTypeParser(
          'application/x-www-form-urlencoded',
          { parseAs: 'string' },
          (_request, body, done) => done(null, parseForm(body as string)),
        );
        pages.get('/interaction/:uid', ROUTE, async (request, reply) => {
          await provider.interactionDetails(request.raw, reply.raw);
          return sendSandboxPage(reply, chooserPage(await accounts.list()));
        });
        pages.post<{ Body: { email?: string; name?: string } }>(
          '/interaction/:uid',
          ROUTE,
          async (request, reply) => {
            const email = request.body.email?.trim().toLowerCase() ?? '';
            const name = request.body.name?.trim();
            if (name && /^\S+@\S+\.\S+$/.test(email)) await accounts.add({ email, name, picture: '' });
            if (!(await accounts.find(email))) {
              const page = chooserPage(await accounts.list(), 'Enter a name and an email address.');
              return sendSandboxPage(reply.code(400), page);
            }
            const target = await provider.interactionResult(request.raw, reply.raw, {
              login: { accountId: email },
            });
            return reply.redirect(target, 303);
          },
        );
      });

      // The provider parses the request body itself and expects paths relative to its mount point.
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.all('/*', ROUTE, (request, reply) => {
        reply.hijack();
        const raw = Object.assign(request.raw, { originalUrl: request.raw.url });
        raw.url = raw.url?.slice(SIGN_IN_SANDBOX_PATH.length);
        void handle(raw, reply.raw);
      });
    },
    { prefix: SIGN_IN_SANDBOX_PATH },
  );
};
