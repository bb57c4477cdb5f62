import type { FastifyRequest } from 'fastify';
import type { UserRole } from '#contract/users.ts';
import { ApiError } from './api-error.ts';

/** Who makes a call. `id` is the user record's; a student has no role. */
export interface CurrentUser {
  id: string;
  identityId: string;
  sessionId: string;
  email: string;
  name: string;
  photo: string;
  role: UserRole | null;
  /** Teachers, and admins who were teachers before. */
  teaches: boolean;
  /** Whether any class is theirs, published or not. */
  hasClasses: boolean;
  /**
   * Why an admin's role does not count yet: two-factor authentication is not set up, or the session has not given a code,
   * for instance because it began before that.
   */
  lacksSecondFactor?: 'setup' | 'code';
}

/** Whether a user is recorded as an admin, even if the role does not count yet. */
export const isAdminOnRecord = ({ role, lacksSecondFactor }: CurrentUser): boolean =>
  role === 'admin' || lacksSecondFactor !== undefined;

/** The identity behind a session cookie, which need not have a user record yet. */
export interface Identity {
  id: string;
  sessionId: string;
  email: string;
  name: string;
  photo: string;
}

/** How a request's caller is found; app.ts hands this in, so that this folder knows no table. */
export interface CallerLookup {
  /** The active user of an access token, or undefined if the token no longer holds. */
  byAccessToken(token: string): Promise<CurrentUser | undefined>;
  /** The identity of the session cookie, or undefined. */
  bySession(request: FastifyRequest): Promise<Identity | undefined>;
  /** The active user of a signed link to this path, or undefined if the link no longer holds. */
  byLink(path: string, ticket: string): Promise<CurrentUser | undefined>;
}

/**
 * One declared rule of who may call a route. `authenticate` answers who calls, or throws before the input is even
 * looked at; `authorize` decides what depends on the input.
 */
export interface AccessRule<Caller> {
  name: string;
  authenticate(request: FastifyRequest, lookup: CallerLookup): Promise<Caller>;
  authorize?(caller: Caller, input: { params: unknown; query: unknown }): void;
}

const bearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

const forbidden = (who: string) => new ApiError('forbidden', `Only ${who} may do this`);

const authenticateUser = async (request: FastifyRequest, lookup: CallerLookup): Promise<CurrentUser> => {
  const token = bearerToken(request);
  const user = token && (await lookup.byAccessToken(token));
  if (!user) throw new ApiError('unauthenticated', 'Please log in');
  return user;
};

/** Open to all; a valid access token tells who it is, an invalid one counts as none. */
export const anyone: AccessRule<CurrentUser | undefined> = {
  name: 'anyone',
  authenticate: async (request, lookup) => {
    const token = bearerToken(request);
    return token ? lookup.byAccessToken(token) : undefined;
  },
};

export const signedIn: AccessRule<CurrentUser> = { name: 'signed in', authenticate: authenticateUser };

/** Restricts a rule to users for whom `isAllowed` holds; the others get the error of `refuse`. */
const only = (
  name: string,
  isAllowed: (user: CurrentUser) => boolean,
  refuse: (user: CurrentUser) => ApiError = () => forbidden(`${name}s`),
): AccessRule<CurrentUser> => ({
  name,
  authenticate: async (request, lookup) => {
    const user = await authenticateUser(request, lookup);
    if (!isAllowed(user)) throw refuse(user);
    return user;
  },
});

const SECOND_FACTOR_FIRST = {
  setup: 'Set up two-factor authentication first, under Account',
  code: 'Enter a code of your authenticator app first, under Account',
};

export const admin = only(
  'admin',
  ({ role, lacksSecondFactor }) => role === 'admin' && !lacksSecondFactor,
  ({ lacksSecondFactor }) =>
    lacksSecondFactor
      ? new ApiError('second_factor_required', SECOND_FACTOR_FIRST[lacksSecondFactor])
      : forbidden('admins'),
);

export const teacher = only('teacher', ({ teaches }) => teaches);

/** The user whose email address the path or query names, or an admin. */
export const selfOrAdmin: AccessRule<CurrentUser> = {
  name: 'self or admin',
  authenticate: authenticateUser,
  authorize: (user, { params, query }) => {
    const { email } = { ...(query as object), ...(params as object) } as { email?: string };
    if (user.role !== 'admin' && user.email !== email) throw forbidden('the person concerned and admins');
  },
};

/** The user whom the address was signed for. What they may read is checked with each request. */
export const linked: AccessRule<CurrentUser> = {
  name: 'signed link',
  authenticate: async (request, lookup) => {
    const { ticket } = request.query as { ticket?: unknown };
    const user = typeof ticket === 'string' && (await lookup.byLink(request.url.split('?')[0]!, ticket));
    if (!user) throw new ApiError('unauthenticated', 'This link has expired. Please open the file again.');
    return user;
  },
};

/** As `linked`; without a signature the caller is a visitor. What they may read is checked with each request. */
export const linkedOrAnyone: AccessRule<CurrentUser | undefined> = {
  name: 'signed link or anyone',
  authenticate: async (request, lookup) =>
    (request.query as { ticket?: unknown }).ticket === undefined
      ? undefined
      : linked.authenticate(request, lookup),
};

/** A live session of the identity provider, by its cookie. */
export const identitySession: AccessRule<Identity> = {
  name: 'identity session',
  authenticate: async (request, lookup) => {
    const identity = await lookup.bySession(request);
    if (!identity) throw new ApiError('unauthenticated', 'Please log in');
    return identity;
  },
};
