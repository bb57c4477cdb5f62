import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#server/project-root.ts';

const isAboutImports = (rule: string) => rule.startsWith('boundaries/');

/** The project's import rules. They need no type information, so the linter starts in a second. */
const eslint = new ESLint({
  cwd: PROJECT_ROOT,
  ruleFilter: ({ ruleId }) => isAboutImports(ruleId),
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
});

/** The import rules that a file with this content would break. */
const brokenBy = async (filePath: string, code: string): Promise<string[]> => {
  const [result] = await eslint.lintText(code, { filePath });
  return result!.messages
    .map(({ ruleId }) => ruleId ?? 'not read')
    .filter((rule) => rule === 'not read' || isAboutImports(rule));
};

describe('the import rules', () => {
  it.each([
    ['contract/money.ts', '#server/secrets/secret.ts'],
    ['web/calls/users.ts', '#server/secrets/secret.ts'],
    ['web/ui/truncate.ts', '#web/calls/config.ts'],
    ['web/pages/home/home-page.tsx', '#web/pages/login/sample-accounts.tsx'],
    ['web/pages/dashboard/all-users/user-columns.tsx', '../feedback/feedback-columns.tsx'],
    ['web/pages/dashboard/all-users/user-columns.tsx', '../dashboard-menu.ts'],
    ['web/review/reason-dialog.tsx', '#web/pages/dashboard/all-users/user-columns.tsx'],
    ['server/modules/users/users.repository.ts', '../classes/classes.repository.ts'],
    ['server/modules/users/users.repository.ts', '../../secrets/secret.ts'],
    ['server/http/access.ts', '../modules/users/users.repository.ts'],
    ['server/http/access.ts', '#web/paths.ts'],
    ['server/database/list.ts', '../app.ts'],
    ['server/server.ts', '#sandbox/card/card-sandbox.ts'],
    ['sandbox/card/store.ts', '#server/secrets/secret.ts'],
  ])('%s may not import %s', async (file, imported) => {
    for (const code of [
      `import '${imported}';\n`,
      `void import('${imported}');\n`,
      `export * from '${imported}';\n`,
    ])
      expect(await brokenBy(file, code)).toContain('boundaries/dependencies');
  });

  it('a folder without a rule is refused', async () => {
    expect(await brokenBy('server/new-folder/file.ts', 'export {};\n')).toContain(
      'boundaries/no-unknown-files',
    );
  });

  it('only the page renderer may import the web', async () => {
    expect(await brokenBy('server/http/page-renderer.ts', `import '#web/entry-server.tsx';\n`)).toEqual([]);
  });

  it.each([
    ['imports', `import { two } from './two.ts';\nexport const one = () => two();\n`],
    ['dynamic imports', `export const one = async () => (await import('./two.ts')).two();\n`],
  ])('cycles of %s are reported with dead code', async (_kind, code) => {
    const folder = await mkdtemp(join(tmpdir(), 'classharbor-cycle-'));
    await cp(join(PROJECT_ROOT, 'knip.json'), join(folder, 'knip.json'));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'cycle', type: 'module' }));
    await mkdir(join(folder, 'server'));
    await writeFile(join(folder, 'server/start.ts'), code);
    await writeFile(
      join(folder, 'server/two.ts'),
      `import { one } from './start.ts';\nexport const two = () => one();\n`,
    );
    const knip = join(PROJECT_ROOT, 'node_modules/.bin/knip');
    const { stdout, status } = spawnSync(knip, ['--no-progress', '--directory', folder], {
      encoding: 'utf8',
    });
    await rm(folder, { recursive: true });
    expect(stdout).toContain('Circular dependencies (1)');
    expect(status).toBe(1);
  });

  it('an import from a lower layer is allowed', async () => {
    const code = `import { toMajorUnits } from '#contract/money.ts';\nexport const price = toMajorUnits(100);\n`;
    expect(await brokenBy('server/modules/classes/classes.presenter.ts', code)).toEqual([]);
  });
});
