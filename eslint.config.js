import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** `from` may import nothing of ours but itself and `allowed`. */
const zone = (target, allowed) => {
  const all = ['contract', 'server', 'web', 'sandbox', 'tests', 'scripts'];
  return all
    .filter((folder) => !allowed.some((path) => path.split('/')[0] === folder))
    .map((folder) => ({
      target,
      from: folder,
      message: `${target} may only import ${allowed.join(', ') || 'libraries'}`,
    }));
};

const modules = [
  'audit',
  'users',
  'teacher-requests',
  'classes',
  'assignments',
  'enrollments',
  'payments',
  'feedback',
  'accounts',
  'config',
  'sitemap',
];
/** Which modules' repositories and operations a module may use: downwards only, so that no cycle can arise. */
const uses = {
  audit: [],
  users: ['audit'],
  'teacher-requests': ['audit', 'users'],
  classes: ['audit', 'users'],
  assignments: ['users', 'classes', 'enrollments'],
  enrollments: ['users', 'classes'],
  payments: ['audit', 'users', 'classes', 'enrollments'],
  feedback: ['audit', 'users', 'classes', 'enrollments'],
  accounts: ['audit', 'users', 'teacher-requests', 'classes', 'assignments', 'feedback'],
  config: [],
  sitemap: ['classes'],
};
const notTests = '!(*.test).ts';

const serverZones = [
  {
    target: ['server/http', 'server/database', 'server/identity', 'server/stripe'].map(
      (f) => `${f}/**/${notTests}`,
    ),
    from: 'server/modules',
  },
  { target: [`server/database/**/${notTests}`], from: ['server/http', 'server/identity', 'server/stripe'] },
  {
    target: [`server/!(app|server|start|start-sandboxes|with-provider).ts`, 'server/*/**/*'],
    from: 'server/app.ts',
  },
  ...modules.flatMap((name) => [
    {
      target: `server/modules/${name}/**/${notTests}`,
      from: 'server/modules',
      except: [`./${name}`, ...uses[name].map((other) => `./${other}`)],
    },
    {
      target: `server/modules/${name}/**/${notTests}`,
      from: 'server',
      except: ['./modules', './http', './database', './identity', './stripe'],
    },
  ]),
];

const pages = [
  'about',
  'blogs',
  'branding',
  'contacts',
  'marketing',
  'privet',
  'teacher-req',
  'home',
  'all-classes',
  'class-detail',
  'payment',
  'login',
  'registration',
  'forgot-password',
  'reset-password',
  'not-found',
  'dashboard',
];
const webZones = [
  { target: 'web/ui', from: 'web', except: ['./ui', './meta', './brand.ts'] },
  { target: 'web/calls', from: 'web', except: ['./calls', './storage-keys.ts'] },
  { target: 'web/session', from: 'web', except: ['./session', './calls', './ui', './meta', './paths.ts'] },
  { target: 'web/meta', from: 'web', except: ['./meta', './brand.ts'] },
  { target: 'web/layout', from: 'web/pages' },
  { target: 'web/classes', from: 'web/pages' },
  { target: 'web/feedback', from: 'web/pages' },
  { target: 'web/lists', from: 'web', except: ['./lists', './ui', './calls'] },
  { target: 'web/account', from: 'web/pages' },
  { target: 'web/review', from: 'web/pages' },
  { target: 'web/payments', from: 'web/pages' },
  { target: 'web/article', from: 'web/pages' },
  ...pages.map((name) => ({ target: `web/pages/${name}`, from: 'web/pages', except: [`./${name}`] })),
];

export default tseslint.config(
  { ignores: ['dist', 'node_modules', '.data', 'screenshots', 'test-results', 'web/public'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { 'import-x': importX, 'react-hooks': reactHooks },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver()],
      // Without these two the plugin reads no TypeScript file, and no-cycle finds nothing.
      'import-x/extensions': ['.ts', '.tsx', '.js', '.mjs'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
    },
    rules: {
      ...reactHooks.configs.recommended.rules,
      'no-console': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'import-x/no-cycle': 'error',
      'import-x/no-unresolved': 'error',
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [
            ...zone('contract', ['contract']),
            ...zone('web/**/!(*.test).{ts,tsx}', ['web', 'contract']),
            ...zone(`sandbox/**/${notTests}`, ['sandbox']),
            {
              target: `server/**/!(start-sandboxes|*.test).ts`,
              from: 'sandbox',
              message: 'Only start-up loads the sandboxes',
            },
            // Only the page renderer knows the web, by the shape of what it renders.
            ...zone(`server/**/!(page-renderer|*.test).ts`, ['server', 'contract', 'sandbox']),
            ...serverZones,
            ...webZones,
          ],
        },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allow: ['URLSearchParams'] },
      ],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
    },
  },
  {
    files: ['**/*.test.ts', 'tests/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
