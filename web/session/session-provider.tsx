import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { endSession, replaceSession } from '#web/calls/session/access-token.ts';
import { loadIdentity } from '#web/calls/session/identity-session.ts';
import { listenForRefusals } from '#web/calls/session/refusals.ts';
import { recordUser, roleQuery } from '#web/calls/users.ts';
import { PATHS } from '#web/paths.ts';
import { useNavigate } from '#web/routing/router-context.ts';
import { useLocation } from '#web/routing/screens.tsx';
import { listenForPopupRefusal } from './popup-refusal.ts';
import { type Session, SessionContext, type SessionUser, useSession } from './session-context.ts';
import { createSessionStore } from './session-store.ts';
import { useAccessToken } from './use-access-token.ts';
import { useIdentitySession } from './use-identity-session.ts';

/** Clears the query cache when the user signs out; public queries load again. */
const useClearCacheOnSignOut = (userId: string | undefined): void => {
  const queryClient = useQueryClient();
  const last = useRef(userId);
  useEffect(() => {
    if (last.current && last.current !== userId) void queryClient.resetQueries();
    last.current = userId;
  }, [userId, queryClient]);
};

/** Repeats failed queries after sign-in, because the user may see what anonymous visitors may not. */
const useRefetchAfterSignIn = (email: string | undefined): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!email) return;
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  }, [email, queryClient]);
};

/** Comes after the screens, so that the queries that need the user are disabled when it clears the cache. */
const QueryCacheOfSession = () => {
  const { userId, user } = useSession();
  useClearCacheOnSignOut(userId);
  useRefetchAfterSignIn(user?.email);
  return null;
};

/** Wraps the identity provider's calls for the screens. */
const actions = {
  signIn: async (email: string, password: string) => {
    const { identity, orThrow } = await loadIdentity();
    const response = await orThrow(identity.signIn.email({ email, password }));
    return 'twoFactorRedirect' in response! ? 'code needed' : 'signed in';
  },
  register: async ({ email, name, password, photo }: Parameters<Session['register']>[0]) => {
    const { identity, orThrow } = await loadIdentity();
    await orThrow(identity.signUp.email({ email, name, password, image: photo }));
    await recordUser({ email, name, photo });
  },
  signInWithPopup: async (provider: string) => {
    const { identity, identityError, orThrow } = await loadIdentity();
    const popup = listenForPopupRefusal(identityError);
    const failure = await orThrow(identity.signIn.popup({ provider })).then(
      () => new Error('Sign-in failed. Please try again.'),
      (error: unknown) => error as Error,
    );
    // On a slow device the popup closes before its message arrives, which looks as if the user had closed it.
    // The session tells whether the sign-in succeeded.
    const session = await orThrow(identity.getSession()).finally(popup.stop);
    if (!session) throw popup.refusal() ?? failure;
    identity.$store.notify('$sessionSignal');
    const { email, name, image } = session.user;
    await recordUser({ email, name: name || undefined, photo: image ?? '' });
  },
  refresh: () => void loadIdentity().then(({ identity }) => identity.$store.notify('$sessionSignal')),
  updateProfile: async ({ displayName, photoURL }: Parameters<Session['updateProfile']>[0]) => {
    const { updateProfile } = await loadIdentity();
    await updateProfile(displayName, photoURL);
  },
  signOut: async () => {
    const { identity, orThrow } = await loadIdentity();
    await endSession(() => orThrow(identity.signOut()));
  },
};

/** Replaces the message of a 401, which only asks for a login. */
const SESSION_ENDED = 'Your session has ended. Please log in again.';

/** A session that the server ended. */
interface EndedSession {
  sessionToken: string | undefined;
  reason: string;
}

/** Provides the current user and role from the identity provider's session. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const check = useIdentitySession();
  const identityUser = check.session?.user;
  const isCodeVerified = Boolean(check.session?.session.secondFactorAt);
  const token = useAccessToken(identityUser?.email, check.isChecking || check.failure !== undefined);
  const failed = check.failure ? check : token.failure ? token : undefined;
  const loading = !failed && (check.isChecking || !token.isReady);
  const isComplete = !failed && !loading;

  const user = useMemo<SessionUser | null>(
    () =>
      identityUser
        ? {
            email: identityUser.email,
            displayName: identityUser.name,
            photoURL: identityUser.image ?? '',
            emailVerified: identityUser.emailVerified,
            hasSecondFactor: identityUser.twoFactorEnabled ?? false,
            isCodeVerified,
          }
        : null,
    [identityUser, isCodeVerified],
  );
  const roles = useQuery({ ...roleQuery(user?.email ?? ''), enabled: Boolean(user) && isComplete });

  const sessionToken = check.session?.session.token;
  const [ended, setEnded] = useState<EndedSession>();
  if (ended && sessionToken && sessionToken !== ended.sessionToken) setEnded(undefined);
  const navigate = useNavigate();
  const location = useLocation();
  const userId = identityUser?.id;
  const email = identityUser?.email;
  useEffect(() => {
    listenForRefusals((error) => {
      // A late response to a call of a session that has already ended.
      if (email === undefined) return;
      setEnded({ sessionToken, reason: error.status === 401 ? SESSION_ENDED : error.message });
      void loadIdentity()
        .then(({ endRefusedSession }) => endRefusedSession(email))
        .then(async (isOver) => {
          if (isOver) await navigate(PATHS.login, { state: { from: location }, isFinal: true });
        });
    });
  }, [navigate, location, email, sessionToken]);

  const { role, teaches = false } = roles.data ?? {};
  const { isPending } = roles;
  const failure = failed?.failure?.message;
  const retry = failed?.retry;
  const session = useMemo<Session>(() => {
    const known = isComplete ? user : null;
    return {
      user: known,
      userId,
      loading,
      failure,
      retry: () => retry?.(),
      role: known ? role : undefined,
      teaches: known !== null && teaches,
      sessionToken,
      endedBecause: user ? undefined : ended?.reason,
      rolePending: loading || (known !== null && isPending),
      ...actions,
      withNewSession: (call) => replaceSession(user!.email, call),
    };
  }, [user, userId, isComplete, loading, failure, retry, role, teaches, isPending, sessionToken, ended]);
  const [store] = useState(() => createSessionStore(session));
  useLayoutEffect(() => store.replace(session), [store, session]);
  return (
    <SessionContext value={store}>
      {children}
      <QueryCacheOfSession />
    </SessionContext>
  );
};
