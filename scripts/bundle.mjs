// Builds the front end, the server and the card sandbox's browser script into dist/.
import { build } from 'vite';
import { compressFolder } from './compress.mjs';
import { projectPath } from './project.mjs';

const common = { configFile: false, root: projectPath('.'), logLevel: 'warn', publicDir: false };

/** Packages of hundreds of small modules each. They are bundled, because loading them one by one takes a third of the start. */
const MANY_MODULES = [
  /^@better-auth\//,
  /^@tus\//,
  '@opentelemetry/api',
  'better-auth',
  'better-call',
  'cron-parser',
  'drizzle-orm',
  'fastify-type-provider-zod',
  'file-type',
  'jose',
  'kysely',
  'nodemailer',
  'oidc-provider',
  'pg-boss',
  'prom-client',
  'rate-limiter-flexible',
  'srvx',
  'stripe',
  'strtok3',
  'zod',
];

/** Escapes non-ASCII characters, because V8 doubles the memory of a source file that has any character beyond Latin-1. */
const asciiOnly = {
  name: 'ascii-only',
  generateBundle: (_options, bundle) => {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      chunk.code = chunk.code.replace(
        /[^\0-\x7f]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};
/** Removes comments, because the server keeps its source text in memory. */
const lean = { comments: { legal: true, annotation: false, jsdoc: false } };

const server = {
  ...common,
  plugins: [asciiOnly],
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: [
        'start',
        'commands/admin',
        'commands/adopt-payments',
        'commands/check-books',
        'commands/clean-files',
        'commands/doctor',
        'commands/backup',
        'commands/restore',
        'commands/seed',
      ].map((name) => `server/${name}.ts`),
      output: { entryFileNames: '[name].js', ...lean },
    },
  },
  ssr: { noExternal: MANY_MODULES },
};

const cardForm = {
  ...common,
  build: {
    outDir: 'dist/sandbox',
    emptyOutDir: true,
    lib: {
      entry: 'sandbox/card/browser/stripe.ts',
      formats: ['iife'],
      name: 'CardSandbox',
      fileName: () => 'stripe.js',
    },
  },
};

/** The pages for server rendering and the emails, bundled with all their dependencies. */
const pages = {
  configFile: projectPath('vite.config.ts'),
  plugins: [asciiOnly],
  logLevel: 'warn',
  publicDir: false,
  // The development build of React renders at half the speed and is larger.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: true,
    outDir: '../dist/pages',
    target: 'node24',
    emptyOutDir: true,
    manifest: false,
    rolldownOptions: {
      input: ['web/entry-server.tsx', 'web/entry-emails.tsx'].map(projectPath),
      output: { entryFileNames: '[name].js', ...lean },
    },
  },
  ssr: { noExternal: true },
};

await build({ configFile: projectPath('vite.config.ts'), logLevel: 'warn' });
compressFolder(projectPath('dist/web'));
await build(pages);
await build(server);
await build(cardForm);
