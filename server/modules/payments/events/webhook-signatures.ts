/** An event that arrived without a valid signature. Anyone can send one, so its id proves nothing. */
export interface RefusedEvent {
  id: string;
  at: Date;
}

/** What this server knows of the signatures of events since it started. The webhook keeps it. */
export interface WebhookSignatures {
  /** When an event of the key's mode last had a valid signature. */
  verifiedAt?: Date;
  /** The newest refused events, newest first. */
  refused: RefusedEvent[];
}

/** How many refused events are kept: several, so that a forged one does not hide those of the provider. */
const MAX_REFUSED = 5;
/** The provider's events begin with their id. The rest of a forged body is not worth reading. */
const BEGINNING = 200;
const ID = /"id":\s*"(evt_\w{1,100})"/;

const newestFirst = (events: RefusedEvent[]): RefusedEvent[] => {
  const sorted = events.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  return sorted
    .filter(({ id }, place) => sorted.findIndex((event) => event.id === id) === place)
    .slice(0, MAX_REFUSED);
};

/** Notes a refused event. A body without the id of an event is ignored. */
export const noteRefused = (signatures: WebhookSignatures, body: Buffer): void => {
  const [, id] = ID.exec(body.toString('utf8', 0, BEGINNING)) ?? [];
  if (id) signatures.refused = newestFirst([{ id, at: new Date() }, ...signatures.refused]);
};

/** Combines what several servers know. */
export const mergeSignatures = (all: readonly WebhookSignatures[]): WebhookSignatures => {
  const verified = all.flatMap(({ verifiedAt }) => verifiedAt?.getTime() ?? []);
  return {
    ...(verified.length > 0 && { verifiedAt: new Date(Math.max(...verified)) }),
    refused: newestFirst(all.flatMap(({ refused }) => refused)),
  };
};
