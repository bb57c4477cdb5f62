import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SessionStore } from './session-store.ts';

export type Role = 'admin' | 'teacher' | 'student';

/** The signed-in user. */
export interface SessionUser {
  email: string;
  displayName: string;
  photoURL: string;
  emailVerified: boolean;
  hasSecondFactor: boolean;
  /** Whether a code was verified in this session. Without one, the admin role has no effect. */
  isCodeVerified: boolean;
}

export interface Registration {
  email: string;
  name: string;
  password: string;
  photo: string;
}

/** The session and its actions. Each action throws an Error whose message is written for the user. */
export interface Session {
  user: SessionUser | null;
  /** The identity provider's id of the user, also while `user` is still null because there is no access token yet. */
  userId: string | undefined;
  /** True until the identity provider has responded and a signed-in user has an access token. */
  loading: boolean;
  /** Why the session could not be loaded, as a message for the user. */
  failure: string | undefined;
  /** Retries the failed request. */
  retry: () => void;
  /** Undefined for anonymous visitors and while the role checks are pending. */
  role: Role | undefined;
  rolePending: boolean;
  /** True for teachers and for admins who also teach. */
  teaches: boolean;
  /** Identifies the current session among the user's sessions. */
  sessionToken: string | undefined;
  /** Why the server ended the session. Cleared by the next sign-in. */
  endedBecause: string | undefined;
  /** @returns whether the sign-in is complete or a code is required */
  signIn: (email: string, password: string) => Promise<'signed in' | 'code needed'>;
  register: (registration: Registration) => Promise<void>;
  signInWithPopup: (provider: string) => Promise<void>;
  updateProfile: (profile: { displayName: string; photoURL: string }) => Promise<void>;
  /** Reloads the user after a change. */
  refresh: () => void;
  /** Makes a call that replaces the session, and continues with the new one. */
  withNewSession: <T>(call: () => Promise<T>) => Promise<T>;
  signOut: () => Promise<void>;
}

/**
 * Holds the store rather than the session. A changing context would make React discard server-rendered parts that are
 * not hydrated yet, and show them again only once their scripts have loaded.
 */
export const SessionContext = createContext<SessionStore | null>(null);

export const useSession = (): Session => {
  const store = useContext(SessionContext);
  if (!store) throw new Error('useSession needs a SessionProvider above it');
  return useSyncExternalStore(store.subscribe, store.current, store.first);
};

/** For screens that require a login. */
export const useSignedInUser = (): SessionUser => {
  const { user } = useSession();
  if (!user) throw new Error('This screen needs a signed-in user');
  return user;
};
