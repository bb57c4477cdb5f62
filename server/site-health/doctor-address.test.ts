import { createServer, request as sendRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { freePort } from '../free-port.ts';
import { DoctorSite } from '#tests/support/doctor-site.ts';
import { listening } from '#tests/support/listening.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';

let site: DoctorSite;

beforeAll(async () => {
  site = await DoctorSite.start();
});
afterAll(() => site.close());

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  site.reset();
});

/** Starts a proxy in front of the site, through which all visitors come. @returns its URL */
const startProxy = async (headers: Record<string, string>): Promise<string> => {
  const proxy = createServer((request, response) => {
    const onward = sendRequest(
      {
        port: site.port,
        path: request.url,
        method: request.method,
        headers: { ...request.headers, ...headers },
      },
      (upstream) => upstream.pipe(response.writeHead(upstream.statusCode!, upstream.headers)),
    );
    onward.on('error', () => response.writeHead(502).end('Bad gateway'));
    request.pipe(onward);
  });
  const at = await listening(proxy);
  cleanUps.push(() => proxy.close());
  return `http://127.0.0.1:${at}`;
};

describe('npm run doctor, on the route from a visitor to the server,', () => {
  it('names an address behind which something else answers', async () => {
    const other = createServer((_request, response) => response.end('<h1>It works!</h1>'));
    const at = await listening(other);
    cleanUps.push(() => other.close());
    await site.expectOnly(/^problem +Address +Something else answers at .*\nBASE_URL: /, {
      BASE_URL: `http://127.0.0.1:${at}`,
    });
  });

  it('names an address that redirects to another one', async () => {
    const redirecting = createServer((_request, response) =>
      response.writeHead(301, { location: 'https://www.school.example/' }).end(),
    );
    const at = await listening(redirecting);
    cleanUps.push(() => redirecting.close());
    await site.expectOnly(/^problem +Address +.* redirects to https:\/\/www.school.example\nBASE_URL: /, {
      BASE_URL: `http://127.0.0.1:${at}`,
    });
  });

  it('names an address at which nothing answers, though the server runs', async () =>
    site.expectOnly(/^problem +Address +Nothing answers .* although the server runs.*\nBASE_URL: /, {
      BASE_URL: `http://localhost:${await freePort()}`,
    }));

  it('names a port at which no server listens', async () => {
    const closed = String(await freePort());
    await site.expectOnly(/^problem +Address +Nothing answers .*, nor at .*\nPORT: /, {
      PORT: closed,
      BASE_URL: `http://localhost:${closed}`,
    });
  });

  it('names a proxy that is not trusted, and one that does not forward client addresses', async () => {
    const forwarding = await startProxy({ 'x-forwarded-for': '203.0.113.7' });
    await site.expectOnly(
      /^problem +Address +.*proxy at .*127\.0\.0\.1 that is not trusted.*\nTRUSTED_PROXIES: Add /,
      {
        BASE_URL: forwarding,
      },
    );
    const silent = await startProxy({});
    await site.expectOnly(/^problem +Address +The proxy .* does not forward client addresses/, {
      BASE_URL: silent,
    });
  });

  it('names what is wrong with one of several servers, whichever answers first', async () => {
    const trusting = await freePort();
    const other = await startTestServer(site.databaseUrl, {
      ...site.variables,
      PORT: String(trusting),
      TRUSTED_PROXIES: 'loopback',
    });
    cleanUps.push(() => other.stop());
    let turn = 0;
    let fifth = site.port;
    const balancer = createServer((request, response) => {
      const port = (turn += 1) % 5 ? trusting : fifth;
      const headers = { ...request.headers, 'x-forwarded-for': '203.0.113.7' };
      const onward = sendRequest({ port, path: request.url, headers }, (upstream) =>
        upstream.pipe(response.writeHead(upstream.statusCode!, upstream.headers)),
      );
      onward.on('error', () => response.writeHead(502).end('Bad gateway'));
      onward.end();
    });
    const BASE_URL = `http://127.0.0.1:${await listening(balancer)}`;
    cleanUps.push(() => balancer.close());
    await site.expectOnly(/^problem +Address +.*proxy at .*127\.0\.0\.1 that is not trusted/, { BASE_URL });
    fifth = await freePort();
    await site.expectOnly(
      /^problem +Address +[12] of 8 requests to http:\S+ did not reach this site \(status 502\)\nCheck every server/,
      { BASE_URL },
    );
  });

  it('names servers with different secrets behind one address', async () => {
    const at = await freePort();
    const other = await startTestServer(site.databaseUrl, {
      ...site.variables,
      PORT: String(at),
      SECRET: 'another secret, which is long enough to be taken',
    });
    let turn = 0;
    const balancer = createServer((request, response) => {
      const target = (turn += 1) % 2 ? site.port : at;
      const headers = { ...request.headers, 'x-forwarded-for': '203.0.113.7' };
      sendRequest({ port: target, path: request.url, headers }, (upstream) =>
        upstream.pipe(response.writeHead(upstream.statusCode!, upstream.headers)),
      ).end();
    });
    const url = `http://127.0.0.1:${await listening(balancer)}`;
    cleanUps.push(() => other.stop());
    cleanUps.push(() => balancer.close());
    for (const baseUrl of [url, `http://127.0.0.1:${at}`])
      await site.expectOnly(/^problem +Address +The servers .* have different secrets.*\nSECRET: /, {
        BASE_URL: baseUrl,
      });
    await site.expectOnly(
      /^problem +Address +The server .* has a different secret from this command\nSECRET: /,
      {
        SECRET: 'a third secret, which is long enough to be taken too',
      },
    );
  });
});
