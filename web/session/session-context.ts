import { createContext, useContext } from 'react';

export type Role = 'admin' | 'teacher' | 'student';

/** The signed-in person. */
export interface SessionUser {
  email: string;
  displayName: string;
  photoURL: string;
  emailVerified: boolean;
  hasSecondFactor: boolean;
  /** Whether a code was given in this session; without one, an admin's role does not count. */
  gaveCode: boolean;
}

export interface Registration {
  email: string;
  name: string;
  password: string;
  photo: string;
}

/** Each action throws an Error whose message is for the person. */
export interface Session {
  user: SessionUser | null;
  /** Until the identity provider has answered and, for a signed-in person, the access token is there. */
  loading: boolean;
  /** Why it cannot be known who is there, in words for the person. */
  failure: string | undefined;
  /** Tries again what failed. */
  retry: () => void;
  /** Undefined for anonymous visitors and until both role checks have answered. */
  role: Role | undefined;
  rolePending: boolean;
  /** Teachers, and admins who were teachers before. */
  teaches: boolean;
  /** Tells the own session from the person's others. */
  sessionToken: string | undefined;
  /** Why the server ended the session, until somebody signs in again. */
  endedBecause: string | undefined;
  /** @returns whether a code is asked for before one is signed in */
  signIn: (email: string, password: string) => Promise<'signed in' | 'code needed'>;
  register: (registration: Registration) => Promise<void>;
  signInWithPopup: (provider: string) => Promise<void>;
  updateProfile: (profile: { displayName: string; photoURL: string }) => Promise<void>;
  /** Reads the user again, after something about them changed. */
  refresh: () => void;
  /** Makes a call that ends the session and begins another, and goes on with that one. */
  withNewSession: <T>(call: () => Promise<T>) => Promise<T>;
  signOut: () => Promise<void>;
}

export const SessionContext = createContext<Session | null>(null);

export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
};

/** For screens that only a signed-in person reaches. */
export const useSignedInUser = (): SessionUser => {
  const { user } = useSession();
  if (!user) throw new Error('This screen needs a signed-in person');
  return user;
};
