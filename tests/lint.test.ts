import { ESLint } from 'eslint';
import { describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '#server/project-root.ts';

const eslint = new ESLint({ cwd: PROJECT_ROOT });

/** The import rules that a file would break with this content. */
const brokenBy = async (filePath: string, code: string): Promise<string[]> => {
  const [result] = await eslint.lintText(code, { filePath });
  return result!.messages.map(({ ruleId }) => ruleId ?? '').filter((rule) => rule.startsWith('import-x/'));
};

describe('the rules of the house', () => {
  it.each([
    ['contract/money.ts', '#server/secret.ts'],
    ['web/calls/users.ts', '#server/secret.ts'],
    ['web/ui/preview.ts', '#web/calls/config.ts'],
    ['web/pages/home/home-page.tsx', '#web/pages/login/sample-accounts.tsx'],
    ['server/modules/users/users.repository.ts', '../classes/classes.repository.ts'],
    ['server/http/access.ts', '../modules/users/users.repository.ts'],
    ['server/server.ts', '#sandbox/card/card-sandbox.ts'],
    ['sandbox/card/store.ts', '#server/secret.ts'],
  ])('%s may not import %s', async (file, imported) => {
    expect(await brokenBy(file, `import '${imported}';\n`)).toContain('import-x/no-restricted-paths');
  });

  it('no file may import what imports it', async () => {
    const code = `import { startServer } from '../server.ts';\nexport const start = startServer;\n`;
    expect(await brokenBy('server/database/migrate.ts', code)).toContain('import-x/no-cycle');
  });

  it('an import downwards is fine', async () => {
    const code = `import { toMajorUnits } from '#contract/money.ts';\nexport const price = toMajorUnits(100);\n`;
    expect(await brokenBy('server/modules/classes/classes.presenter.ts', code)).toEqual([]);
  });
});
