// Lighthouse scores of the public pages on a phone, with Lighthouse's default throttling. Lighthouse is installed on
// demand, because it is larger than all other dependencies together.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoServer } from '#tests/support/built-server.ts';
import { chromiumOptions } from '#tests/support/chromium.ts';
import type { Section } from './support/report.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const KINDS = ['script', 'stylesheet', 'font', 'image'];
/** Attempts per run, because the browser sometimes records nothing on a busy machine. */
const TRIES = 3;

interface Report {
  finalDisplayedUrl: string;
  categories: Record<string, { score: number }>;
  audits: Record<
    string,
    {
      displayValue: string;
      details?: { items: { resourceType: string; transferSize: number }[] };
    }
  >;
}

const runOnce = (url: string, path: string): void => {
  execFileSync(
    'npx',
    [
      '--yes',
      LIGHTHOUSE,
      url,
      '--quiet',
      '--output=json',
      `--output-path=${path}`,
      `--chrome-flags=${chromiumOptions.args.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromiumOptions.executablePath }, stdio: 'ignore' },
  );
};

const measure = (url: string, folder: string): Report => {
  const path = join(folder, 'report.json');
  for (let attempt = 1; ; attempt += 1) {
    try {
      runOnce(url, path);
      return JSON.parse(readFileSync(path, 'utf8')) as Report;
    } catch (error) {
      if (attempt === TRIES) throw error;
    }
  }
};

/** The median report by performance. */
const median = (reports: Report[]): Report =>
  reports.sort((a, b) => a.categories.performance!.score - b.categories.performance!.score)[
    Math.floor(reports.length / 2)
  ]!;

/** KiB transferred of a resource type. */
const weightOf = ({ audits }: Report, kind: string): string => {
  const requests = audits['network-requests']!.details!.items;
  const bytes = requests
    .filter(({ resourceType }) => resourceType.toLowerCase() === kind)
    .reduce((sum, { transferSize }) => sum + transferSize, 0);
  return (bytes / 1_024).toFixed(1);
};

/** Measures Lighthouse scores on a phone, and the transfer size of each page. */
export const measureLighthouse = async (runs: number): Promise<Section> => {
  const site = await startDemoServer({ CLASS_PAGES: 'public' });
  const folder = mkdtempSync(join(tmpdir(), 'lighthouse-'));
  try {
    const [offer] = (await (await fetch(`${site.url}/api/classes?sort=-enroll&limit=1`)).json()) as {
      _id: string;
    }[];
    const rows = ['/', '/allClasses', `/classDetail/${offer!._id}`, '/about'].map((path) => {
      const report = median(Array.from({ length: runs }, () => measure(`${site.url}${path}`, folder)));
      return [
        new URL(report.finalDisplayedUrl).pathname.split('/')[1] || 'home',
        ...CATEGORIES.map((id) => String(Math.round(report.categories[id]!.score * 100))),
        ...METRICS.map((id) => report.audits[id]!.displayValue),
        ...KINDS.map((kind) => weightOf(report, kind)),
      ];
    });
    return {
      title: 'Lighthouse',
      note: `Lighthouse ${LIGHTHOUSE.split('@')[1]!} with its default mobile throttling; the median of ${runs} runs by performance, and transfer sizes in KiB.`,
      columns: [
        'page',
        'performance',
        'accessibility',
        'best practices',
        'SEO',
        'FCP',
        'LCP',
        'TBT',
        'CLS',
        'script',
        'style',
        'font',
        'picture',
      ],
      rows,
    };
  } finally {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
