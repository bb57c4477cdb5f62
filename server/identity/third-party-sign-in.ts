import { genericOAuth } from 'better-auth/plugins';
import type { IdentityOptions } from './identity-options.ts';

export const SANDBOX_PROVIDER = 'sandbox';

/** The providers of third-party sign-in that the library knows. */
export const knownProviders = ({ google }: Pick<IdentityOptions, 'google'>) =>
  google ? { google: { ...google, prompt: 'select_account' as const } } : {};

/** The plugin with the sign-in sandbox as a provider, if there is one. */
export const sandboxProvider = ({ signInSandbox }: Pick<IdentityOptions, 'signInSandbox'>) =>
  genericOAuth({
    config: signInSandbox
      ? [
          {
            providerId: SANDBOX_PROVIDER,
            scopes: ['openid', 'email', 'profile'],
            pkce: true,
            ...signInSandbox,
          },
        ]
      : [],
  });
