import { AsyncLocalStorage } from 'node:async_hooks';
import { isConnectionFailure } from '../database/connection-failure.ts';

interface Call {
  failure?: Error;
}

/** Whether the browser goes on to a page, which explains what failed. */
const isRedirect = ({ status }: Response): boolean => status === 302;

/**
 * Makes calls of the library fail if the connection to the database does. The library only logs that: it takes a session
 * that it could not read for none, and reports one that it could not delete as ended.
 */
export const watchConnection = () => {
  const calls = new AsyncLocalStorage<Call>();
  return {
    /** Receives what the library logs. @returns whether it is a failure of the connection */
    note: (logged: unknown[]): boolean => {
      const failure = logged.find((one): one is Error => one instanceof Error && isConnectionFailure(one));
      const call = calls.getStore();
      if (call) call.failure ??= failure;
      return failure !== undefined;
    },
    /** @throws the failure of the connection, if there was one and the response is no redirect */
    run: async (work: () => Promise<Response>): Promise<Response> => {
      const call: Call = {};
      const response = await calls.run(call, work);
      if (call.failure && !isRedirect(response)) throw call.failure;
      return response;
    },
  };
};
