import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimContract } from './scripts/slim-contract.mjs';

/**
 * What every page of the application needs, in one file, and so what all lists, tables, forms and uploads need: many small
 * ones are larger together, because each is compressed by itself, and a browser loads six at a time. A group takes the
 * modules that its own ones import as well, unless a group of a higher priority has them. The script that a page starts
 * with shares only the names of what is stored, which stay apart, and so does what it looks up the session with.
 */
const groups = [
  { name: 'preload', test: /vite\/preload-helper/, priority: 5 },
  { name: 'storage-keys', test: /web\/storage-keys/, priority: 4 },
  {
    name: 'session',
    test: /web\/calls\/(session\/(start-session|identity-session|identity-state|access-token)|client\/(send|api-error|transport))\.ts$|contract\/(call|auth)\.slim\.ts$/,
    priority: 4,
  },
  {
    name: 'base',
    test: /web\/(calls\/(client\/(api-client|query-client|retry-delay)|config|users)|session\/(session-context|waiting-page)|classes\/class-description|ui\/(slot|avatar|price|use-hydrated|toast|confirm|page-spinner|picture|notice|missing-page|load-error|loading-dialog|form-error|disclosure|format-date)|layout\/logo|paths|meta\/page-meta|rendering\/(page-handle|deferred|later)|layout\/(theme-toggle|use-theme))\.tsx?$|contract\/(money|format-number|format-date)\.slim|lucide-react.*\/(chevron-(left|right)|search(-x)?|badge-check|users)\.mjs|web\/routing\/(loading|screens|router-context)\.tsx?$/,
    priority: 3,
  },
  {
    name: 'queries',
    test: /query-core\/.*\/(queryClient|hydration|queryObserver)\.js|react-query\/.*\/(useQuery|QueryClientProvider)\.js|contract\/teacher-requests\.slim/,
    priority: 4,
  },
  {
    name: 'mutations',
    test: /query-core\/.*\/mutationObserver\.js|react-query\/.*\/useMutation\.js|web\/calls\/client\/(invalidate|send-once|reload|edit-conflict)\.ts$/,
    priority: 2,
  },
  {
    name: 'form-parts',
    test: /web\/(forms\/(use-leave-warning|use-restored-fields|is-same|use-close-while-open)|ui\/(submit-button|confirm-deletion))\.tsx?$/,
    priority: 2,
  },
  { name: 'text-area', test: /web\/ui\/(text-area|excess)\.tsx?$/, priority: 2 },
  {
    name: 'validation',
    test: /node_modules\/zod\/|contract\/(call|common|text-limits|paging|review)\.ts$/,
    priority: 2,
  },
  { name: 'form', test: /web\/forms\/use-call-form/, priority: 1 },
  { name: 'identity', test: /web\/calls\/session\/identity\.ts$/, priority: 2 },
  {
    name: 'uploads',
    test: /contract\/files\.slim|web\/(calls\/uploads|images\/(chosen-picture|use-picture-upload)|ui\/(use-file-drop|upload-progress))\.tsx?$|lucide-react.*\/image-up\.mjs/,
    priority: 1,
  },
  { name: 'needs-scripts', test: /web\/ui\/needs-scripts/, priority: 1 },
  {
    name: 'account',
    test: /contract\/auth\.ts$|web\/(account\/(account-panel|third-party-button|use-password-min-length|use-redirect-when-signed-in)|session\/(use-origin|origin-path))|lucide-react.*\/key-round\.mjs/,
    priority: 0,
  },
  { name: 'paging', test: /web\/lists\/(pagination|read-page)|contract\/paging\.slim/, priority: 3 },
  {
    name: 'revenue',
    test: /web\/(payments\/(bar-chart|paid-over-time|period|period-select|revenue-figures)|pages\/dashboard\/payments\/owed-refund)\.tsx?$/,
    priority: 1,
  },
  {
    name: 'lists',
    test: /web\/lists\/(list-|search-box|use-list-state)|web\/ui\/(list-skeleton|panel-skeleton|use-debounced|described-control|sending|field|select-field)\.tsx/,
    priority: 3,
  },
  {
    name: 'classes',
    test: /web\/(classes\/class-(card|cover|grid)|calls\/(classes|feedback)\.ts|feedback\/feedback-|ui\/(preview|stars|use-media-query))|contract\/classes\.slim|lucide-react.*\/graduation-cap\.mjs/,
    priority: 3,
  },
  {
    name: 'offer',
    test: /contract\/id\.slim|web\/(classes\/(use-class-relation|no-seat|reserved-seats)|feedback\/class-feedback)/,
    priority: 1,
  },
  {
    name: 'payments',
    test: /web\/(calls\/(payments|revenue|attention)|payments\/(payment-state|refund-reasons))/,
    priority: 1,
  },
  // The questions of any page are dialogs, so these must not bring tables and their styles along.
  { name: 'dialog', test: /web\/ui\/(loading-)?dialog|lucide-react.*\/circle-check\.mjs/, priority: 1 },
  {
    name: 'tables',
    test: /web\/lists\/|web\/ui\/(save-file|status-badge|action-button)/,
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
