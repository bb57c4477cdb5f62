// npm run bench [-- NAME...]: measures what docs/performance.md reports, and writes docs/measurements.md when all
// of it was measured. Each figure stands beside a floor that was measured in the same run.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '#server/project-root.ts';
import { measureFlood } from './flood.ts';
import { measureInteractions } from './interactions.ts';
import { measureLighthouse } from './lighthouse.ts';
import { againstBareServer, bySize, measurePages, memory } from './pages.ts';
import { plot } from './plot.ts';
import { measurePurchases } from './purchases.ts';
import { measureReplica } from './replica.ts';
import { measureServers } from './servers.ts';
import { measureStart } from './start.ts';
import { machine, say, type Section, toMarkdown } from './support/report.ts';

const LIGHTHOUSE_RUNS = 5;
const PLOT = 'docs/pictures/requests-by-size.svg';

const BENCHMARKS: Record<string, () => Promise<Section[]>> = {
  pages: async () => {
    const measured = await measurePages();
    await writeFile(join(PROJECT_ROOT, PLOT), plot(measured));
    return [againstBareServer(measured), bySize(measured), memory(measured)];
  },
  purchases: async () => [await measurePurchases()],
  servers: async () => [await measureServers()],
  replica: async () => [await measureReplica()],
  flood: async () => [await measureFlood()],
  start: async () => [await measureStart()],
  lighthouse: async () => [await measureLighthouse(LIGHTHOUSE_RUNS)],
  interactions: async () => [await measureInteractions()],
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in BENCHMARKS));
if (unknown) throw new Error(`There is no benchmark ${unknown}: ${Object.keys(BENCHMARKS).join(', ')}`);

const sections: Section[] = [];
for (const [name, measure] of Object.entries(BENCHMARKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  say(`Measuring ${name}`);
  const measured = await measure();
  sections.push(...measured);
  for (const section of measured) say(`\n${toMarkdown(section)}`);
}
if (asked.length === 0) {
  const head = `# Measurements\n\nWritten by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}. What the figures mean is in [performance.md](performance.md).\n\n![Requests a second by the size of the catalogue](pictures/requests-by-size.svg)\n\n`;
  await writeFile(join(PROJECT_ROOT, 'docs/measurements.md'), head + sections.map(toMarkdown).join('\n'));
}
