import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { freePort } from '#server/free-port.ts';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { cleanEnvironment, startDemoServer } from '#tests/support/built-server.ts';
import { chromiumOptions } from '#tests/support/chromium.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { journeySettings, journeySteps, type Step } from '#tests/support/owner-journey.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { round, say, type Section } from './support/report.ts';

/** The address that a new site prints. */
const SETUP_URL = /http\S+\/login\/setup\S+/;

/** Runs `npm start` until it prints the address of the first admin. It installs, builds and starts a database. */
const startClone = async (clone: string, settings: Record<string, string>) => {
  const server: ChildProcess = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...cleanEnvironment(), NODE_COMPILE_CACHE: undefined, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm runs the server as a child process, so the whole process group is ended.
    detached: true,
  });
  let output = '';
  const setupUrl = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const [address] = SETUP_URL.exec(output) ?? [];
      if (address) resolve(address);
    };
    server.stdout!.on('data', read);
    server.stderr!.on('data', read);
    server.once('exit', () => reject(new Error(`The site did not start:\n${output}`)));
  });
  const stop = async () => {
    process.kill(-server.pid!, 'SIGTERM');
    await once(server, 'exit');
  };
  return { setupUrl, stop };
};

/** Performs steps one after the other. @returns the seconds that each took */
const perform = async (steps: Step[], times: string[][]): Promise<void> => {
  for (const { title, run } of steps) {
    const start = performance.now();
    await run();
    const seconds = round((performance.now() - start) / 1_000, 1);
    times.push([String(times.length + 1), title, seconds]);
    say(`${times.length}. ${title}: ${seconds} s`);
  }
};

/**
 * Measures an owner's steps from a fresh clone to the first sale, with the settings of a real site. Only the card
 * provider is replaced, by the card sandbox of another server.
 */
export const measureFirstSale = async (): Promise<Section> => {
  const folder = await mkdtemp(join(tmpdir(), 'classharbor-first-sale-'));
  const clone = join(folder, 'classharbor');
  const provider = await startDemoServer({ SECRET: TEST_SECRET });
  const mail = await startMailServer();
  const browser = await chromium.launch(chromiumOptions);
  const port = await freePort();
  const rows: string[][] = [];
  let site: Awaited<ReturnType<typeof startClone>> | undefined;
  try {
    const clones = async () => {
      await promisify(execFile)('git', ['clone', '--quiet', PROJECT_ROOT, clone]);
    };
    const starts = async () => {
      site = await startClone(clone, journeySettings({ port, mailUrl: mail.url, providerUrl: provider.url }));
    };
    await perform(
      [
        { title: 'git clone', run: clones },
        { title: 'npm start, with the settings in the environment', run: starts },
      ],
      rows,
    );
    const url = `http://localhost:${port}`;
    const { setupUrl } = site!;
    await perform(await journeySteps(browser, { url, setupUrl, providerUrl: provider.url }), rows);
  } finally {
    await browser.close();
    await site?.stop();
    await mail.close();
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  }
  const total = rows.reduce((sum, [, , seconds]) => sum + Number(seconds), 0);
  return {
    title: 'From a fresh clone to the first sale',
    note: 'Seconds that each step takes an owner, without typing. The settings are those of a real site, and no file is edited; the card provider is a card sandbox.',
    columns: ['step', 'task', 'seconds'],
    rows: [...rows, ['', 'total', round(total, 1)]],
  };
};
