import boundaries from 'eslint-plugin-boundaries';

/** Files of the server that any of its folders may use. */
const serverFiles =
  'server/{free-port,limit-concurrency,project-root,start-error,version,data-folder/*,secrets/derive-key}.ts';
const base = ['contract', 'server/database', 'server/http'];

/**
 * What the files of a folder may import, beside each other: folders and single files. The modules of the server and the
 * folders of the web are listed from the bottom up, and each may only use those above it, so that no cycle can arise.
 */
const folders = {
  contract: [],
  sandbox: [],

  'server/data-folder': [serverFiles],
  'server/secrets': [serverFiles],
  'server/database': ['contract', serverFiles],
  'server/http': ['contract', 'server/database', serverFiles],
  'server/email': ['contract', 'server/database', serverFiles],
  'server/text': [serverFiles],
  'server/pdf': ['server/text', serverFiles],
  'server/pictures': ['contract', 'server/text', serverFiles],
  'server/stripe': ['server/http', serverFiles],
  'server/identity': [...base, 'server/email', serverFiles],
  'server/backup': ['server/database', 'server/files', serverFiles],
  'server/demo-data': ['contract', 'server/{database,files,identity}', 'server/modules/files', serverFiles],

  'server/files': [serverFiles],
  'server/settings': ['contract', 'server/{backup,files}', 'server/stripe/is-live-key.ts', serverFiles],
  'server/site-health': [
    ...base,
    'server/{backup,demo-data,email,files,identity,stripe}',
    'server/modules/{notifications,payments,site-settings}',
    'server/{data-folder,secrets,settings}',
    'server/*.ts',
    'scripts/node-version.d.mts',
  ],
  'server/commands': ['contract', 'server/*', 'server/modules/*', 'server/*.ts'],
  'server/modules/config': base,
  'server/modules/notifications': [
    ...base,
    'server/email',
    'server/secrets/signed-id.ts',
    'server/modules/audit',
    serverFiles,
  ],
  'server/modules/audit': base,
  'server/modules/site-settings': [...base, 'server/{pictures,text}', 'server/modules/audit'],
  'server/modules/invitations': [
    ...base,
    'server/identity',
    'server/modules/{audit,notifications,site-settings}',
    'server/secrets/signed-id.ts',
    serverFiles,
  ],
  'server/modules/documents': [...base, 'server/{pdf,pictures,text}', 'server/stripe'],
  'server/modules/files': [...base, 'server/{files,pictures}', serverFiles],
  'server/modules/blog-posts': [...base, 'server/modules/{audit,files}'],
  'server/modules/site-pages': [...base, 'server/modules/{audit,files,site-settings}'],
  'server/modules/review': [...base, 'server/modules/{audit,notifications}'],
  'server/modules/users': [...base, 'server/{identity,email}', 'server/modules/{audit,notifications}'],
  'server/modules/moderation': [...base, 'server/modules/{audit,notifications,users}'],
  'server/modules/setup': [
    ...base,
    'server/identity',
    'server/modules/{site-settings,users}',
    'server/site-health',
    'server/secrets/signed-id.ts',
    serverFiles,
  ],
  'server/modules/teacher-requests': [...base, 'server/modules/{notifications,review,site-settings,users}'],
  'server/modules/classes': [...base, 'server/modules/{audit,notifications,review,site-settings,users}'],
  'server/modules/teachers': [...base, 'server/modules/{audit,classes,moderation}'],
  'server/modules/sitemap': [...base, 'server/modules/{blog-posts,classes,site-pages,teachers}'],
  'server/modules/certificates': [
    ...base,
    'server/{pdf,pictures,text}',
    'server/modules/{notifications,site-settings}',
    serverFiles,
  ],
  'server/modules/enrollments': [...base, 'server/modules/{certificates,notifications,users,classes}'],
  'server/modules/waiting-lists': [...base, 'server/modules/{notifications,users,classes,enrollments}'],
  'server/modules/assignments': [
    ...base,
    'server/files',
    'server/modules/{certificates,notifications,users,classes,enrollments,files}',
  ],
  'server/modules/curriculum': [
    ...base,
    'server/modules/{certificates,classes,enrollments,files,moderation,users}',
  ],
  'server/modules/payments': [
    ...base,
    'server/stripe',
    'server/modules/{audit,documents,notifications,site-settings,users,classes,enrollments}',
  ],
  'server/modules/feedback': [...base, 'server/modules/{moderation,notifications,users,classes,enrollments}'],
  'server/modules/questions': [...base, 'server/modules/{classes,curriculum,moderation,notifications,users}'],
  'server/modules/announcements': [
    ...base,
    'server/modules/{classes,enrollments,moderation,notifications,users}',
  ],
  'server/modules/saved-classes': [...base, 'server/modules/classes'],
  'server/modules/notes': [...base, 'server/modules/curriculum'],
  'server/modules/accounts': [
    ...base,
    'server/files',
    'server/identity',
    'server/email',
    'server/modules/{announcements,audit,documents,notifications,payments,users,teacher-requests,certificates,classes,assignments,curriculum,feedback,files,invitations,moderation,notes,questions,saved-classes,teachers}',
  ],

  'web/routing': [],
  'web/meta': ['contract', 'web/routing'],
  'web/ui': ['contract', 'web/{meta,routing}'],
  'web/calls': ['contract', 'web/storage-keys.ts'],
  'web/rendering': ['contract', 'web/{ui,meta,calls}', 'web/paths.ts'],
  'web/curriculum': ['contract', 'web/{ui,calls}'],
  'web/files': ['contract', 'web/{ui,calls}'],
  'web/learning': ['contract', 'web/{routing,ui,calls,curriculum,files}', 'web/{paths,storage-keys}.ts'],
  'web/certificates': ['contract', 'web/{routing,ui,calls,learning}', 'web/paths.ts'],
  'web/home': ['contract', 'web/{routing,ui}'],
  'web/site-health': ['contract', 'web/ui'],
  'web/images': ['contract', 'web/{ui,meta,calls,rendering}'],
  'web/payments': ['contract', 'web/{routing,ui}'],
  'web/forms': ['web/{routing,ui,calls,session}'],
  'web/lists': ['contract', 'web/{routing,ui,calls}'],
  'web/session': ['web/{routing,ui,meta,calls}', 'web/paths.ts'],
  'web/emails': ['contract'],
  'web/markdown': ['contract', 'web/{ui,calls,images,rendering}'],
  'web/article': ['contract', 'web/{routing,ui,meta,calls,markdown,rendering}'],
  'web/layout': [
    'contract',
    'web/{routing,ui,meta,calls,forms,session,rendering}',
    'web/{paths,storage-keys}.ts',
  ],
  'web/announcements': ['contract', 'web/{ui,calls,lists}'],
  'web/feedback': ['contract', 'web/{routing,ui,calls,lists}'],
  'web/review': ['contract', 'web/{routing,ui,meta,calls,forms,lists}'],
  'web/blog': ['contract', 'web/{routing,ui,meta,article,forms,images,markdown}'],
  'web/classes': ['contract', 'web/{routing,ui,meta,calls,forms,images,session,rendering}', 'web/paths.ts'],
  'web/account': ['contract', 'web/{routing,ui,calls,images,forms,session,layout}', 'web/paths.ts'],
  // No screen knows another one, nor the frame of the dashboard.
  'web/pages/*': ['contract', 'web/*', 'web/paths.ts'],
  'web/pages/dashboard/*': ['contract', 'web/*', 'web/paths.ts'],
};

/** The same for files outside of these folders, and for single files that may import more than their folder may. */
const files = {
  'server/*.ts': ['contract', 'server/*', 'server/modules/*', 'server/*.ts'],
  'server/start-sandboxes.ts': ['sandbox'],
  // They render pages and emails, by what the build makes of these files.
  'server/http/page-{renderer,links}.ts': ['web/entry-server.tsx'],
  'server/email/render-email.ts': ['web/entry-emails.tsx'],
  'web/*.{ts,tsx}': ['contract', 'web/*', 'web/pages/*', 'web/pages/dashboard/*', 'web/*.{ts,tsx,css}'],
};

/** These may import everything. */
const everywhere = ['**/*.test.ts', '{tests,bench,scripts}/**', '*.{ts,js}'];

const targets = (paths) =>
  paths.map((path) => (path.includes('.') ? { file: { path } } : { element: { path } }));

const policies = [
  ...Object.entries({ ...folders, ...files })
    .filter(([, allowed]) => allowed.length > 0)
    .map(([path, allowed]) => ({ from: targets([path]), allow: { to: targets(allowed) } })),
  { from: { file: { path: everywhere } }, allow: { to: { module: { origin: 'local' } } } },
];

/** The lint rule on what may import what. docs/architecture.md explains the folders. */
export const importBoundaries = {
  plugins: { boundaries },
  settings: {
    'boundaries/elements': Object.keys(folders)
      .toReversed()
      .map((pattern) => ({ type: pattern, pattern, partialMatch: false })),
    'boundaries/files': [...Object.keys(files), ...everywhere].map((pattern) => ({
      category: pattern,
      pattern,
    })),
    'boundaries/dependency-nodes': ['import', 'dynamic-import', 'export', 'require'],
    'boundaries/root-path': import.meta.dirname,
    'import/resolver': { typescript: {} },
  },
  rules: {
    'boundaries/no-unknown-files': 'error',
    'boundaries/dependencies': [
      'error',
      {
        default: 'disallow',
        checkUnknownLocals: true,
        message: '{{from.file.path}} may not import {{to.file.path}} (eslint.boundaries.js)',
        policies,
      },
    ],
  },
};
