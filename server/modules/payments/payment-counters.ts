/** Counters for the metrics, since this server started. */
export const counters = { foreignEvents: 0, badSignatures: 0 };

/** Counts an event of another shop on the same provider account. */
export const countForeign = (): void => {
  counters.foreignEvents += 1;
};

/** Counts a webhook request with an invalid signature. */
export const countBadSignature = (): void => {
  counters.badSignatures += 1;
};
