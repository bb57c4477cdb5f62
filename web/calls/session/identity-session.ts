import { ApiError } from '#web/calls/client/api-error.ts';
import { fetchInTime } from '#web/calls/client/transport.ts';
import { type IdentitySession, identityState } from './identity-state.ts';

/** Loads the identity provider's client, which most visitors never need. */
export const loadIdentity = () => import('./identity.ts');

/** Whether the application has been hydrated and observes the session. */
let isObserved = false;

/**
 * Loads the client, which keeps the session up to date from then on. It comes last because it would delay hydration.
 */
const handOver = async (): Promise<void> => {
  if (isObserved && identityState.get().data) await loadIdentity();
};

/** Requests the session without the client, unless the client has been loaded in the meantime. */
const check = async (): Promise<void> => {
  const { data } = identityState.get();
  const publish = (state: IdentitySession) => {
    if (!identityState.client()) identityState.publish(state);
  };
  publish({ data, error: null, isPending: data === null });
  try {
    const response = await fetchInTime('/api/auth/get-session');
    const { ok, status } = response;
    const session = ok ? ((await response.json()) as IdentitySession['data']) : null;
    publish({ data: session, error: ok || status === 401 ? null : { status }, isPending: false });
    await handOver();
  } catch (error) {
    publish({ data, error: ApiError.noResponse(error), isPending: false });
  }
};

let first: Promise<void> | undefined;

/** The session for `useSyncExternalStore`. */
export const identitySession = {
  /** Starts the first check. Repeated calls share it. */
  start: (): Promise<void> => (first ??= check()),
  subscribe: (listener: () => void) => {
    const unsubscribe = identityState.listen(listener);
    if (!isObserved) {
      isObserved = true;
      void identitySession.start().then(handOver);
    }
    return unsubscribe;
  },
  get: identityState.get,
  getOnServer: identityState.getOnServer,
  refetch: (): void => {
    const client = identityState.client();
    void (client ? client.refetch() : check());
  },
};
