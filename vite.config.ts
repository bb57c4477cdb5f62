import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimContract } from './scripts/slim-contract.mjs';

/**
 * What every page of the application needs, in one file, and so what all lists, and all tables need: many small ones are
 * larger together, because each is compressed by itself, and a browser loads six at a time. The script that a page starts
 * with shares only the names of what is stored, which stay apart, and so does what it looks up the session with.
 */
const groups = [
  { name: 'preload', test: /vite\/preload-helper/, priority: 3 },
  { name: 'storage-keys', test: /web\/storage-keys/, priority: 2 },
  {
    name: 'session',
    test: /web\/calls\/(session\/(start-session|identity-session|identity-state|access-token)|client\/(send|api-error|transport))\.ts$|contract\/(call|auth)\.slim\.ts$/,
    priority: 2,
  },
  {
    name: 'base',
    test: /web\/(calls\/(client\/(api-client|query-client|retry-delay)|config|users)|session\/(session-context|waiting-page)|ui\/(slot|avatar|price|use-hydrated|toast|confirm|page-spinner|picture|notice|missing-page|load-error|loading-dialog|form-error|disclosure|format-date)|layout\/logo|paths|meta\/page-meta|rendering\/(page-handle|deferred|later)|layout\/(theme-toggle|use-theme))\.tsx?$|contract\/(money|format-number|format-date)\.slim|lucide-react.*\/(chevron-(left|right)|search(-x)?)\.mjs|web\/routing\/loading.ts/,
    priority: 1,
  },
  {
    name: 'queries',
    test: /query-core\/.*\/(queryClient|hydration|queryObserver)\.js|react-query\/.*\/(useQuery|QueryClientProvider)\.js|contract\/teacher-requests\.slim/,
    priority: 2,
  },
  {
    name: 'mutations',
    test: /query-core\/.*\/mutationObserver\.js|react-query\/.*\/useMutation\.js/,
    priority: 1,
  },
  { name: 'paging', test: /web\/lists\/(pagination|read-page)|contract\/paging\.slim/, priority: 1 },
  {
    name: 'lists',
    test: /web\/lists\/(list-|search-box|use-list-state)|web\/ui\/(list-skeleton|use-debounced|described-control|sending|field|select-field)\.tsx/,
    priority: 1,
  },
  {
    name: 'classes',
    test: /web\/(classes\/class-(card|cover|grid)|calls\/(classes|feedback)\.ts|feedback\/feedback-|ui\/(preview|stars|use-media-query))|contract\/classes\.slim|lucide-react.*\/graduation-cap\.mjs/,
    priority: 1,
  },
  {
    name: 'offer',
    test: /web\/(classes\/(use-class-relation|no-seat|reserved-seats)|feedback\/class-feedback)/,
    priority: 1,
  },
  {
    name: 'payments',
    test: /web\/(calls\/(payments|revenue|attention)|payments\/(payment-state|refund-reasons))/,
    priority: 1,
  },
  // The questions of any page are dialogs, so these must not bring tables and their styles along.
  { name: 'dialog', test: /web\/ui\/(loading-)?dialog/, priority: 1 },
  {
    name: 'tables',
    test: /web\/lists\/|web\/ui\/(save-file|status-badge)/,
    priority: 0,
  },
];

/** The front end. scripts/bundle.mjs builds the rest. */
export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), slimContract()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // A font that is part of the styles is downloaded by everybody, and compresses badly there.
    assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
    modulePreload: {
      // The first script preloads what the application needs together with the scripts of the page's screens.
      resolveDependencies: (file, files) => (file.includes('entry-client') ? [] : files),
    },
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
