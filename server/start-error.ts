/** The reason why the server or a command cannot start, in one line that tells the operator what to do. */
export class StartError extends Error {
  override name = 'StartError';
}
