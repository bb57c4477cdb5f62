/** What this server has counted since it started, for its metrics. */
export const counters = { foreignEvents: 0, badSignatures: 0 };

export const countForeign = (): void => {
  counters.foreignEvents += 1;
};

export const countBadSignature = (): void => {
  counters.badSignatures += 1;
};

/** When an event last had a valid signature, and when one last had none, since this server started. */
export const webhookSignatures: { verifiedAt?: Date; failedAt?: Date } = {};
