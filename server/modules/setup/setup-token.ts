import { ACCESS_PAGES } from '#contract/pages.ts';
import { deriveTextKey } from '../../secrets/derive-key.ts';
import { isSameSecret } from '../../secrets/signed-id.ts';

/** The token of the one-time address. All servers of a site derive the same token from their common secret. */
export const setupToken = (secret: string): string => deriveTextKey(secret, 'setup');

/** Compares a token in constant time. */
export const isSetupToken = (secret: string, token: string): boolean =>
  isSameSecret(token, setupToken(secret));

/** The one-time address of a new site. */
export const createSetupUrl = (baseUrl: string, secret: string): string =>
  `${baseUrl}${ACCESS_PAGES.setup}?token=${setupToken(secret)}`;
