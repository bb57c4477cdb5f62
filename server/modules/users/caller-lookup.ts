import type { Database } from '../../database/client.ts';
import type { CallerLookup, CurrentUser } from '../../http/access.ts';
import type { LinkOwner, SignedLinks } from '../../http/signed-links.ts';
import type { AccessTokens } from '../../identity/access-token.ts';
import type { IdentityProvider } from '../../identity/better-auth.ts';
import { identityHeaders } from '../../identity/identity-request.ts';
import { createFindCaller } from './find-caller.ts';

interface Options {
  db: Database;
  identity: IdentityProvider;
  tokens: AccessTokens;
  links: SignedLinks;
  adminsNeedSecondFactor: boolean;
}

/** Creates the lookup of the callers of all routes. An admin whose second factor is missing has no role. */
export const createCallerLookup = ({
  db,
  identity,
  tokens,
  links,
  adminsNeedSecondFactor,
}: Options): CallerLookup => {
  const findCaller = createFindCaller(db);
  const findUser = async (claims: LinkOwner | undefined): Promise<CurrentUser | undefined> => {
    const person = claims && (await findCaller(claims.identityId, claims.sessionId));
    if (person?.role !== 'admin') return person;
    if (person.hasSecondFactor)
      return person.passedSecondFactor ? person : { ...person, role: null, missingSecondFactor: 'code' };
    return adminsNeedSecondFactor ? { ...person, role: null, missingSecondFactor: 'setup' } : person;
  };
  return {
    byAccessToken: async (token) => findUser(await tokens.read(token)),
    byLink: async (path, ticket) => findUser(links.read(path, ticket)),
    bySession: async (request) => {
      const headers = identityHeaders(request);
      const found = await identity.api.getSession({ headers, query: { disableRefresh: true } });
      if (!found) return undefined;
      const { id, email, name, image } = found.user;
      return { id, sessionId: found.session.id, email, name, photo: image ?? '' };
    },
  };
};
