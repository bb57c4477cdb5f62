import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSettingsFile } from './settings-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'classharbor-settings-'));
});
afterAll(() => rm(folder, { recursive: true }));

const load = (variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  loadSettingsFile(variables);
  return variables;
};

it('adds variables from the file and keeps those of the environment, even empty ones', async () => {
  const ENV_FILE = join(folder, 'settings');
  await writeFile(
    ENV_FILE,
    '# A comment\nPORT=4000\nMAIL_FROM="School <school@example.com>"\nSECRET=\nDEMO=on\n',
  );
  expect(load({ ENV_FILE, PORT: '5000', DEMO: '' })).toEqual({
    ENV_FILE,
    PORT: '5000',
    MAIL_FROM: 'School <school@example.com>',
    SECRET: '',
    DEMO: '',
  });
});

it('names a file that cannot be read', () => {
  expect(() => load({ ENV_FILE: join(folder, 'absent') })).toThrow(
    `Cannot read the settings in ${join(folder, 'absent')}: ENOENT`,
  );
  expect(() => load({ ENV_FILE: folder })).toThrow('EISDIR');
});
