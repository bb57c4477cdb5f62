import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isFirstFont, type Manifest } from '#server/http/page-links.ts';
import { PROJECT_ROOT } from '#server/project-root.ts';

const FOLDER = join(PROJECT_ROOT, 'dist/web');
const manifest = JSON.parse(readFileSync(join(FOLDER, '.vite/manifest.json'), 'utf8')) as Manifest;

/** Kilobytes as transferred over the network, compressed by Brotli if that makes a file smaller. */
const weigh = (files: Iterable<string>): number => {
  let bytes = 0;
  for (const file of files) {
    const path = join(FOLDER, file);
    bytes += statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
  }
  return bytes / 1_024;
};

/** The files that entries need, including all imports. */
const filesOf = (...entries: string[]) => {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const collect = (name: string): void => {
    const { file, imports = [], css = [] } = manifest[name]!;
    if (scripts.has(file)) return;
    scripts.add(file);
    for (const style of css) styles.add(style);
    imports.forEach(collect);
  };
  entries.forEach(collect);
  return { scripts, styles };
};

/** Kilobytes that a server sends before the first acknowledgment: ten packets (RFC 6928), less the headers. */
const FIRST_PACKETS = 13.5;
const PAGE = 'index.html';
const APPLICATION = 'entry-client.tsx';
const screens = Object.keys(manifest).filter((name) => name.startsWith('pages/'));
/** The first screens of most users, and the only ones of most visitors. */
const PUBLIC_SCREENS = [
  'pages/home/home-page.tsx',
  'pages/all-classes/all-classes-page.tsx',
  'pages/class-detail/class-detail-page.tsx',
  'pages/teacher/teacher-page.tsx',
  'pages/about/about-page.tsx',
  'pages/blogs/blogs-page.tsx',
  'pages/blog-post/blog-post-page.tsx',
];

describe('the size of the client files', () => {
  it('every page loads a script below 4 KB, and styles and a font that fit into the first packets', () => {
    const { scripts, styles } = filesOf(PAGE);
    expect(weigh(scripts)).toBeLessThan(4);
    expect(weigh(styles)).toBeLessThan(FIRST_PACKETS);
    const [font, ...others] = manifest[PAGE]!.assets!.filter(isFirstFont);
    expect(others).toEqual([]);
    expect(weigh([font!])).toBeLessThan(FIRST_PACKETS);
  });

  it('no styles ask what the root element has, which would restyle the whole page on each change', () => {
    const styles = Object.values(manifest).flatMap((part) => part?.css ?? []);
    for (const file of new Set(styles)) {
      const selectors = readFileSync(join(FOLDER, file), 'utf8');
      expect(selectors, file).not.toMatch(/(^|[\s,{}(>])(:root|html|body)[^\s,{}>]*:has\(/);
    }
  });

  it('no page loads styles with embedded fonts, which every browser would download', () => {
    for (const file of filesOf(PAGE).styles) {
      expect(readFileSync(join(FOLDER, file), 'utf8')).not.toContain('data:font');
    }
  });

  it('later styles have no @layer, @property or @font-face, each of which causes a layout of the whole page', () => {
    const first = filesOf(PAGE).styles;
    const later = Object.values(manifest).flatMap((part) => part?.css ?? []);
    for (const file of new Set(later.filter((name) => !first.has(name)))) {
      expect(readFileSync(join(FOLDER, file), 'utf8'), file).not.toMatch(/@(layer|property|font-face)/);
    }
  });

  it('the extras that every page loads later have no styles', () => {
    expect([...filesOf('layout/page-extras.tsx').styles]).toEqual([]);
  });

  it('the application is evaluated in two tasks: React DOM, and the rest', () => {
    const { imports } = manifest['rendering/react-dom.ts']!;
    expect(manifest[APPLICATION]!.imports).toEqual(expect.arrayContaining(imports!));
    expect(weigh([manifest[APPLICATION]!.file])).toBeLessThan(15);
  });

  it.each(PUBLIC_SCREENS)('the application with %s is below 100 KB', (screen) => {
    expect(weigh(filesOf(APPLICATION, screen).scripts)).toBeLessThan(100);
  });

  // Forms validate with Zod, which public pages do not load.
  it.each(screens)('%s adds less than 80 KB to the application', (screen) => {
    const application = weigh(filesOf(APPLICATION).scripts);
    expect(weigh(filesOf(APPLICATION, screen).scripts) - application).toBeLessThan(80);
  });

  it('the admins’ payments screen does not load what only its dialogs need', () => {
    const name = 'pages/dashboard/payments/payments-page.tsx';
    expect(weigh(filesOf(APPLICATION, name).scripts)).toBeLessThan(105);
  });

  it('public screens do not load the identity provider’s client', () => {
    const { file } = manifest['calls/session/identity.ts']!;
    for (const screen of PUBLIC_SCREENS) expect(filesOf(APPLICATION, screen).scripts).not.toContain(file);
  });

  it('the payment form is loaded only where it is used', () => {
    const file = 'pages/payment/payment-page.tsx';
    const { file: chunk } = manifest[file]!;
    for (const screen of screens.filter((name) => name !== file)) {
      expect(filesOf(APPLICATION, screen).scripts, screen).not.toContain(chunk);
    }
  });
});
