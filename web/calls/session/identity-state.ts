import type { identity } from './identity.ts';

type Client = ReturnType<typeof identity.useSession>;

/** The identity provider's session as currently known. */
export interface IdentitySession {
  data: Client['data'];
  error: { status?: number } | null;
  isPending: boolean;
}

const UNKNOWN: IdentitySession = { data: null, error: null, isPending: true };
let current = UNKNOWN;
let client: Client | undefined;
const listeners = new Set<() => void>();

export const identityState = {
  listen: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => current,
  getOnServer: () => UNKNOWN,
  publish: (next: IdentitySession): void => {
    current = next;
    for (const listener of listeners) listener();
  },
  /** The identity provider's client, once it is loaded. */
  client: () => client,
};

/** Takes over the client's state as soon as the client has one. */
export const followClient = (state: Client): void => {
  const isFirst = client === undefined;
  client = state;
  const { data, error, isPending } = state;
  if (isPending && (isFirst || current.data !== null)) return;
  identityState.publish({ data, error, isPending });
};
