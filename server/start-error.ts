/** Why the server cannot start, in one line that a person can act on. */
export class StartError extends Error {
  override name = 'StartError';
}
