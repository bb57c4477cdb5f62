import type { FastifyRequest } from 'fastify';
import type { UserRole } from '#contract/users.ts';
import { ApiError } from './api-error.ts';

/** Who makes a call. `id` is the user record's; a student has no role. */
export interface Person {
  id: string;
  identityId: string;
  sessionId: string;
  email: string;
  name: string;
  photo: string;
  role: UserRole | null;
  /** Teachers, and admins who were teachers before. */
  teaches: boolean;
  /**
   * Why an admin's role does not count yet: two-factor sign-in is not set up, or the session has not given a code,
   * for instance because it began before that.
   */
  lacksSecondFactor?: 'setup' | 'code';
}

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
  /** The active person of an access token, or undefined if the token no longer holds. */
  byAccessToken(token: string): Promise<Person | undefined>;
  /** The identity of the session cookie, or undefined. */
  bySession(request: FastifyRequest): Promise<Identity | undefined>;
}

/**
 * One declared rule of who may call a route. `admit` answers who calls, or throws before the input is even
 * looked at; `permit` decides what depends on the input.
 */
export interface AccessRule<Caller> {
  name: string;
  admit(request: FastifyRequest, lookup: CallerLookup): Promise<Caller>;
  permit?(caller: Caller, input: { params: unknown; query: unknown }): void;
}

const bearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];

const forbidden = (who: string) => new ApiError('forbidden', `Only ${who} may do this`);

const admitPerson = async (request: FastifyRequest, lookup: CallerLookup): Promise<Person> => {
  const token = bearerToken(request);
  const person = token && (await lookup.byAccessToken(token));
  if (!person) throw new ApiError('unauthenticated', 'Please log in');
  return person;
};

/** Open to all; a valid access token tells who it is, an invalid one counts as none. */
export const anyone: AccessRule<Person | undefined> = {
  name: 'anyone',
  admit: async (request, lookup) => {
    const token = bearerToken(request);
    return token ? lookup.byAccessToken(token) : undefined;
  },
};

export const signedIn: AccessRule<Person> = { name: 'signed in', admit: admitPerson };

/** Of the people, only those whom `admits` lets through; the others get what `refuse` answers. */
const only = (
  name: string,
  admits: (person: Person) => boolean,
  refuse: (person: Person) => ApiError = () => forbidden(`${name}s`),
): AccessRule<Person> => ({
  name,
  admit: async (request, lookup) => {
    const person = await admitPerson(request, lookup);
    if (!admits(person)) throw refuse(person);
    return person;
  },
});

const SECOND_FACTOR_FIRST = {
  setup: 'Set up two-factor sign-in first, under Account',
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

/** The person whose email address the path or query names, or an admin. */
export const selfOrAdmin: AccessRule<Person> = {
  name: 'self or admin',
  admit: admitPerson,
  permit: (person, { params, query }) => {
    const { email } = { ...(query as object), ...(params as object) } as { email?: string };
    if (person.role !== 'admin' && person.email !== email) throw forbidden('the person concerned and admins');
  },
};

/** A live session of the identity provider, by its cookie. */
export const identitySession: AccessRule<Identity> = {
  name: 'identity session',
  admit: async (request, lookup) => {
    const identity = await lookup.bySession(request);
    if (!identity) throw new ApiError('unauthenticated', 'Please log in');
    return identity;
  },
};
