import type * as pages from '#web/entry-server.tsx';

/** Vite's description of built files (https://vite.dev/guide/backend-integration). */
export type Manifest = Record<
  string,
  { file: string; imports?: string[]; css?: string[]; assets?: string[] } | undefined
>;

/** Whether a built file is the part of the font that nearly every page needs (scripts/fonts.mjs). */
export const isFirstFont = (file: string): boolean => file.includes('plus-jakarta-sans-western');

const ENTRY = 'index.html';
/** In the order in which the first script imports them. */
const APPLICATION = ['rendering/react-dom.ts', 'entry-client.tsx'];
const SESSION = 'calls/session/start-session.ts';
/** The preload of the session, whose response the session script uses. */
const SESSION_PRELOAD = '<link rel="preload" as="fetch" href="/api/auth/get-session" crossorigin>';

/**
 * The links of a page: the styles of its screens and the first part of the font. A page that needs the application to
 * show anything also preloads its scripts; other pages only list them for when the application starts.
 */
export const createLinks = (manifest: Manifest) => {
  const collect = (name: string, files: Set<string>, styles: Set<string>): void => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    for (const imported of chunk.imports ?? []) collect(imported, files, styles);
  };
  const fonts = (manifest[ENTRY]?.assets ?? []).filter(isFirstFont);
  const preloads = fonts.map(
    (file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`,
  );
  return ({ routeIds, isComplete }: Pick<pages.RenderedPage, 'routeIds' | 'isComplete'>): string => {
    const files = new Set<string>();
    const styles = new Set<string>();
    for (const entry of APPLICATION) collect(entry, files, styles);
    for (const id of routeIds) collect(`${id}.tsx`, files, styles);
    const scripts = [...files].map((file) => `/${file}`);
    const first = new Set<string>();
    collect(SESSION, first, styles);
    return [
      ...preloads,
      ...[...styles].map((file) => `<link rel="stylesheet" href="/${file}">`),
      ...(isComplete
        ? [`<meta name="scripts" content="${scripts.join(' ')}">`]
        : [
            SESSION_PRELOAD,
            ...[...first].map((file) => `<link rel="modulepreload" href="/${file}">`),
            ...scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" href="${file}">`),
          ]),
    ].join('');
  };
};
