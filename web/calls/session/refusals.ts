interface Refusal extends Error {
  readonly status?: number;
}
type RefusalListener = (refusal: Refusal) => void;
let onRefusal: RefusalListener = () => undefined;

/**
 * Registers the listener for refusals of calls that need a session, on which the session signs out. The error is still
 * thrown.
 */
export const listenForRefusals = (listener: RefusalListener): void => {
  onRefusal = listener;
};

/** Reports that the server has refused the signed-in caller. */
export const reportRefusal = (refusal: Refusal): void => onRefusal(refusal);
