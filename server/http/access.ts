import type { FastifyRequest } from 'fastify';
import type { UserRole } from '#contract/users.ts';
import { ApiError } from './api-error.ts';

/** The caller of a request. `id` is that of the user record; a student has no role. */
export interface CurrentUser {
  id: string;
  identityId: string;
  sessionId: string;
  email: string;
  name: string;
  photo: string;
  role: UserRole | null;
  /** True for teachers, and for admins who were teachers before. */
  teaches: boolean;
  /** Whether they own any class, published or not. */
  hasClasses: boolean;
  /**
   * Why an admin's role does not count yet: two-factor authentication is not set up, or no code was entered in this
   * session, for instance because it is older than the setup.
   */
  missingSecondFactor?: 'setup' | 'code';
}

/** Whether a user is recorded as an admin, even if the role does not count yet. */
export const isAdminOnRecord = ({ role, missingSecondFactor }: CurrentUser): boolean =>
  role === 'admin' || missingSecondFactor !== undefined;

/** The identity behind a session cookie, which need not have a user record yet. */
export interface Identity {
  id: string;
  sessionId: string;
  email: string;
  name: string;
  photo: string;
}

/** Finds the caller of a request. `modules/users` provides it, so that this folder does not depend on any table. */
export interface CallerLookup {
  /** The active user of an access token, or undefined if the token no longer holds. */
  byAccessToken(token: string): Promise<CurrentUser | undefined>;
  /** The identity of the session cookie, or undefined. */
  bySession(request: FastifyRequest): Promise<Identity | undefined>;
  /** The active user of a signed link to this path, or undefined if the link no longer holds. */
  byLink(path: string, ticket: string): Promise<CurrentUser | undefined>;
}

/**
 * A rule that decides who may call a route. `authenticate` returns the caller, or throws before the input is validated;
 * `authorize` decides what depends on the input.
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

/** Allows everyone. A valid access token identifies the caller; an invalid one is ignored. */
export const anyone: AccessRule<CurrentUser | undefined> = {
  name: 'anyone',
  authenticate: async (request, lookup) => {
    const token = bearerToken(request);
    return token ? lookup.byAccessToken(token) : undefined;
  },
};

/** Allows everyone who is signed in. Others get `unauthenticated`. */
export const signedIn: AccessRule<CurrentUser> = { name: 'signed in', authenticate: authenticateUser };

/** Restricts a rule to users for whom `isAllowed` holds. All others get the error of `refuse`. */
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
  code: 'Enter a code from your authenticator app first, under Account',
};

/** Allows admins. Others get `forbidden`, and admins without two-factor authentication `second_factor_required`. */
export const admin = only(
  'admin',
  ({ role }) => role === 'admin',
  ({ missingSecondFactor }) =>
    missingSecondFactor
      ? new ApiError('second_factor_required', SECOND_FACTOR_FIRST[missingSecondFactor])
      : forbidden('admins'),
);

/** Allows teachers, and admins who were teachers before. Others get `forbidden`. */
export const teacher = only('teacher', ({ teaches }) => teaches);

/** Allows the user whose email address is in the path or query, and admins. Others get `forbidden`. */
export const selfOrAdmin: AccessRule<CurrentUser> = {
  name: 'self or admin',
  authenticate: authenticateUser,
  authorize: (user, { params, query }) => {
    const { email } = { ...(query as object), ...(params as object) } as { email?: string };
    if (user.role !== 'admin' && user.email !== email)
      throw new ApiError('forbidden', 'You can only do this for your own account');
  },
};

/** Allows the user for whom the address was signed. Each request checks what they may read. */
export const linked: AccessRule<CurrentUser> = {
  name: 'signed link',
  authenticate: async (request, lookup) => {
    const { ticket } = request.query as { ticket?: unknown };
    const user = typeof ticket === 'string' && (await lookup.byLink(request.url.split('?')[0]!, ticket));
    if (!user) throw new ApiError('unauthenticated', 'This link has expired. Please open the file again.');
    return user;
  },
};

/** Like `linked`, but without a signature the caller is a visitor. Each request checks what they may read. */
export const linkedOrAnyone: AccessRule<CurrentUser | undefined> = {
  name: 'signed link or anyone',
  authenticate: async (request, lookup) =>
    (request.query as { ticket?: unknown }).ticket === undefined
      ? undefined
      : linked.authenticate(request, lookup),
};

/** Requires the cookie of an active session of the identity provider. */
export const identitySession: AccessRule<Identity> = {
  name: 'identity session',
  authenticate: async (request, lookup) => {
    const identity = await lookup.bySession(request);
    if (!identity) throw new ApiError('unauthenticated', 'Please log in');
    return identity;
  },
};
