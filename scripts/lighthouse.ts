// npm run lighthouse: Google's own marks for the public pages on a phone, with Lighthouse's default throttling.
// Lighthouse is fetched when asked for: it is larger than all that the project needs otherwise.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLE_ACCOUNTS } from '#server/demo-data/sample-accounts.ts';
import { startDemoServer } from '#tests/support/built-server.ts';
import { chromiumOptions } from '#tests/support/chromium.ts';

/** The last version that runs on Node.js 20. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const RUNS = Number(process.argv[2] ?? 1);
const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

interface Report {
  finalDisplayedUrl: string;
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue: number; displayValue: string }>;
}

const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));

const measure = (url: string, cookie: string): Report => {
  const path = join(folder, 'report.json');
  execFileSync(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${path}`,
      `--extra-headers=${JSON.stringify({ cookie })}`,
      `--chrome-flags=${chromiumOptions.args.join(' ')}`,
    ],
    {
      env: { ...process.env, CHROME_PATH: chromiumOptions.executablePath },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  return JSON.parse(readFileSync(path, 'utf8')) as Report;
};

/** The middle one by performance. */
const median = (reports: Report[]): Report =>
  reports.sort((a, b) => a.categories.performance!.score - b.categories.performance!.score)[
    Math.floor(reports.length / 2)
  ]!;

/** The cookie of a signed-in student: the page of a class asks visitors to log in. */
const signIn = async (url: string): Promise<string> => {
  const { email, password } = SAMPLE_ACCOUNTS[0]!;
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password }),
  });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
};

const site = await startDemoServer();
try {
  const [offer] = (await (await fetch(`${site.url}/api/classes?sort=-enroll&limit=1`)).json()) as {
    _id: string;
  }[];
  const cookie = await signIn(site.url);
  for (const path of ['/', '/allClasses', `/classDetail/${offer!._id}`, '/about']) {
    const report = median(Array.from({ length: RUNS }, () => measure(`${site.url}${path}`, cookie)));
    const scores = Object.entries(report.categories).map(
      ([name, { score }]) => `${name} ${Math.round(score * 100)}`,
    );
    const metrics = Object.entries(METRICS).map(([name, id]) => `${name} ${report.audits[id]!.displayValue}`);
    process.stdout.write(
      `${new URL(report.finalDisplayedUrl).pathname}: ${[...scores, ...metrics].join(', ')}\n`,
    );
  }
} finally {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
}
