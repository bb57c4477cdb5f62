import { ApiError } from './api-error.ts';
import { type IdentitySession, identityState } from './identity-state.ts';
import { fetchInTime } from './transport.ts';

/** Loads the identity provider's client, which most visitors never need. */
export const loadIdentity = () => import('./identity.ts');

/** Asks for the session without the client, unless that has been loaded in the meantime. */
const check = async (): Promise<void> => {
  const { data } = identityState.get();
  const publish = (answer: IdentitySession) => {
    if (!identityState.client()) identityState.publish(answer);
  };
  publish({ data, error: null, isPending: data === null });
  try {
    const response = await fetchInTime('/api/auth/get-session');
    const { ok, status } = response;
    const session = ok ? ((await response.json()) as IdentitySession['data']) : null;
    publish({ data: session, error: ok || status === 401 ? null : { status }, isPending: false });
    // From now on the client keeps the session up to date.
    if (session) await loadIdentity();
  } catch (error) {
    publish({ data, error: ApiError.noAnswer(error), isPending: false });
  }
};

let isChecked = false;

/** The session for `useSyncExternalStore`. The first subscriber starts the check. */
export const identitySession = {
  subscribe: (listener: () => void) => {
    if (!isChecked) {
      isChecked = true;
      void check();
    }
    return identityState.listen(listener);
  },
  get: identityState.get,
  getOnServer: identityState.getOnServer,
  refetch: (): void => {
    const client = identityState.client();
    void (client ? client.refetch() : check());
  },
};
