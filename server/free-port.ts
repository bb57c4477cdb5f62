import { createServer } from 'node:net';

/** The system gives the ports from here to 30,999 to no program that just asks for any port. */
const FIRST = 11_000;
/** Each process has ports of its own, so two that start servers at the same time do not choose the same one. */
const [PROCESSES, PORTS_EACH] = [400, 50];

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

let calls = 0;

/**
 * A port of 127.0.0.1 that is currently free, with each call another one. Nothing else takes it until it is listened on,
 * or while a server restarts on it.
 */
export const freePort = async (): Promise<number> => {
  const first = FIRST + (process.pid % PROCESSES) * PORTS_EACH;
  for (let tries = 0; tries < PORTS_EACH; tries += 1) {
    const port = first + (calls % PORTS_EACH);
    calls += 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${first} to ${first + PORTS_EACH - 1} is free`);
};
