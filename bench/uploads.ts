import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDataDir, startDemoServer } from '#tests/support/built-server.ts';
import { sampleAccount } from '#tests/support/sample-account.ts';
import { end, memoryOf, startBare } from './support/processes.ts';
import { round, type Section } from './support/report.ts';

const MEGABYTE = 1024 * 1024;
const UPLOADS = 20;
const SIZE = 200 * MEGABYTE;
/** Bytes of a part, as the browser sends them. */
const PART = Buffer.from(randomBytes(2 * MEGABYTE));
/** Milliseconds between two looks at the memory, and of rest before the first. */
const INTERVAL = 100;
const REST = 5_000;

const agent = new Agent({ keepAlive: true });

const sendPart = (url: string, headers: Record<string, string>): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'PATCH', agent, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 204
          ? resolve()
          : reject(new Error(`The server answered ${response.statusCode}`)),
      );
    });
    sent.once('error', reject);
    sent.end(PART);
  });

/** @returns megabytes per second of all uploads together */
const uploadAll = async (urls: string[], headers: Record<string, string>): Promise<number> => {
  const start = performance.now();
  await Promise.all(
    urls.map(async (url) => {
      for (let offset = 0; offset < SIZE; offset += PART.length)
        await sendPart(url, {
          ...headers,
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
          'content-length': String(PART.length),
        });
    }),
  );
  return (urls.length * SIZE) / MEGABYTE / ((performance.now() - start) / 1_000);
};

/** Megabytes that a process takes at most until the work is done. */
const highestMemory = async (server: ChildProcess, work: Promise<unknown>): Promise<number> => {
  const state = { isDone: false };
  void work.finally(() => (state.isDone = true)).catch(() => undefined);
  let highest = 0;
  while (!state.isDone) {
    highest = Math.max(highest, await memoryOf(server));
    await sleep(INTERVAL);
  }
  return highest;
};

const createUploads = async (url: string) => {
  const { email, password } = sampleAccount('Teacher');
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return {
      cookie: response.headers.getSetCookie().join('; '),
      body: (await response.json()) as Record<string, string>,
    };
  };
  const { cookie } = await post('/auth/sign-in/email', { email, password });
  const { body } = await post('/jwt', { email }, { cookie });
  const authorization = `Bearer ${body.token}`;
  const urls: string[] = [];
  for (let count = 0; count < UPLOADS; count += 1) {
    const upload = await post('/uploads', { purpose: 'video', size: SIZE }, { authorization });
    urls.push(`${url}/api/uploads/${upload.body._id}`);
  }
  return { urls, headers: { authorization } };
};

const measureOurs = async () => {
  const site = await startDemoServer();
  try {
    const { process: server } = site.server;
    const { urls, headers } = await createUploads(site.url);
    await sleep(REST);
    const idle = await memoryOf(server);
    const uploads = uploadAll(urls, headers);
    const highest = await highestMemory(server, uploads);
    return { idle, highest, throughput: await uploads };
  } finally {
    await site.close();
  }
};

const measureBare = async (): Promise<number> => {
  const folder = await createDataDir();
  const bare = await startBare('bench/support/bare-upload-server.ts', folder);
  try {
    return await uploadAll(
      Array.from({ length: UPLOADS }, (_, index) => `${bare.url}/${index}`),
      {},
    );
  } finally {
    await end(bare.process);
    await rm(folder, { recursive: true, force: true });
  }
};

/** Memory and throughput of 20 uploads of 200 MB at once, in parts of 2 MB, against a bare server that appends to a file. */
export const measureUploads = async (): Promise<Section> => {
  const ours = await measureOurs();
  const bare = await measureBare();
  return {
    title: 'Uploads',
    note: `${UPLOADS} uploads of ${SIZE / MEGABYTE} MB at once, in parts of ${PART.length / MEGABYTE} MB, from the same machine. The bare server is Fastify that appends each part to a file, without accounts, records or the tus protocol.`,
    columns: ['idle memory', 'peak memory', 'difference', 'throughput', 'bare server', 'ratio'],
    rows: [
      [
        `${round(ours.idle)} MB`,
        `${round(ours.highest)} MB`,
        `${round(ours.highest - ours.idle)} MB`,
        `${round(ours.throughput)} MB/s`,
        `${round(bare)} MB/s`,
        `${round((ours.throughput / bare) * 100)} %`,
      ],
    ],
  };
};
