import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { removeAccessToken, renewAccessToken, timeToRenewal } from '#web/calls/access-token.ts';
import { listenForRefusals } from '#web/calls/api-client.ts';
import { ApiError } from '#web/calls/api-error.ts';
import { identity, orThrow } from '#web/calls/identity.ts';
import { recordUser, roleQuery } from '#web/calls/users.ts';
import { PATHS } from '#web/paths.ts';
import { listenForPopupRefusal } from './popup-refusal.ts';
import { type Session, SessionContext, type SessionUser } from './session-context.ts';

/** Milliseconds until a token request that failed is made again. */
const TOKEN_RETRY = 5_000;

/** Keeps the access token of whoever is signed in. @returns the address whose token is there */
const useAccessToken = (email: string | undefined, isChecking: boolean): string | undefined => {
  const [ready, setReady] = useState<string>();
  useEffect(() => {
    if (isChecking) return undefined;
    if (!email) {
      removeAccessToken();
      return undefined;
    }
    let timer: number | undefined;
    let ended = false;
    const renew = async () => {
      try {
        await renewAccessToken(email);
        if (ended) return;
        setReady(email);
        timer = window.setTimeout(() => void renew(), timeToRenewal());
      } catch (error) {
        if (ended) return;
        const isRefused = error instanceof ApiError && !error.isTemporary;
        if (isRefused) await identity.signOut();
        else timer = window.setTimeout(() => void renew(), TOKEN_RETRY);
      }
    };
    void renew();
    return () => {
      ended = true;
      window.clearTimeout(timer);
      setReady(undefined);
    };
  }, [email, isChecking]);
  return ready;
};

/**
 * What a person loaded is forgotten when they leave; what is public loads anew. Comes after the queries that
 * need the person, which are switched off by then.
 */
const useForgetOnLeave = (userId: string | undefined): void => {
  const queryClient = useQueryClient();
  const last = useRef(userId);
  useEffect(() => {
    if (last.current && last.current !== userId) void queryClient.resetQueries();
    last.current = userId;
  }, [userId, queryClient]);
};

/** What an anonymous visitor was refused, whoever signs in may have. */
const useAskAgainWhenSignedIn = (email: string | undefined): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!email) return;
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  }, [email, queryClient]);
};

/** The identity's calls as the screens use them. */
const actions = {
  signIn: async (email: string, password: string) => {
    const answer = await orThrow(identity.signIn.email({ email, password }));
    return 'twoFactorRedirect' in answer! ? 'code needed' : 'signed in';
  },
  register: async ({ email, name, password, photo }: Parameters<Session['register']>[0]) => {
    await orThrow(identity.signUp.email({ email, name, password, image: photo }));
    await recordUser({ email, name, photo });
  },
  signInWithPopup: async (provider: string) => {
    const popup = listenForPopupRefusal();
    const failure = await orThrow(identity.signIn.popup({ provider })).then(
      () => new Error('The sign-in did not work. Please try again.'),
      (error: unknown) => error as Error,
    );
    // On a busy machine the window closes before its message arrives, which looks as if a person had closed it:
    // what counts is whether they are signed in.
    const session = await orThrow(identity.getSession()).finally(popup.stop);
    if (!session) throw popup.refusal() ?? failure;
    identity.$store.notify('$sessionSignal');
    const { email, name, image } = session.user;
    await recordUser({ email, name: name || undefined, photo: image || undefined });
  },
  updateProfile: async ({ displayName, photoURL }: Parameters<Session['updateProfile']>[0]) => {
    await orThrow(identity.updateUser({ name: displayName, image: photoURL }));
  },
  signOut: async () => {
    await orThrow(identity.signOut());
    removeAccessToken();
  },
};

/** Listens to the identity provider and holds who is signed in, with which role. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const { data, isPending } = identity.useSession();
  const identityUser = data?.user;
  const tokenOwner = useAccessToken(identityUser?.email, isPending);
  const loading = isPending || tokenOwner !== identityUser?.email;

  const user = useMemo<SessionUser | null>(
    () =>
      identityUser
        ? {
            email: identityUser.email,
            displayName: identityUser.name,
            photoURL: identityUser.image ?? '',
            emailVerified: identityUser.emailVerified,
            hasSecondFactor: identityUser.twoFactorEnabled ?? false,
          }
        : null,
    [identityUser],
  );
  const roles = useQuery({ ...roleQuery(user?.email ?? ''), enabled: Boolean(user) && !loading });

  useForgetOnLeave(identityUser?.id);
  useAskAgainWhenSignedIn(loading ? undefined : user?.email);

  const [endedBecause, setEndedBecause] = useState<string>();
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(() => {
    listenForRefusals((error) => {
      setEndedBecause(error.message);
      actions
        .signOut()
        // The server has ended the session already or cannot be reached: here it ends in any case.
        .catch(removeAccessToken)
        .finally(() => void navigate(PATHS.login, { state: { from: location, evenIfUnsaved: true } }));
    });
  }, [navigate, location]);

  const session: Session = {
    user: loading ? null : user,
    loading,
    role: user && !loading ? roles.data?.role : undefined,
    teaches: Boolean(user) && !loading && (roles.data?.teaches ?? false),
    sessionToken: data?.session.token,
    endedBecause: user ? undefined : endedBecause,
    rolePending: loading || (Boolean(user) && roles.isPending),
    ...actions,
    withNewSession: async (call) => {
      const answer = await call();
      // The token belonged to the session that has just ended.
      await renewAccessToken(user!.email);
      return answer;
    },
  };
  return <SessionContext value={session}>{children}</SessionContext>;
};
