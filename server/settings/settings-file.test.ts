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
  expect(loadSettingsFile(variables)).toEqual([]);
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

it('names values that end before a #, and no others', async () => {
  const ENV_FILE = join(folder, 'cut');
  await writeFile(
    ENV_FILE,
    [
      'SECRET=abc#def',
      'PGPASSWORD=#x',
      'export METRICS_TOKEN = a b#c # and a comment',
      "SMTP_URL='smtp://a#b' # quoted",
      'DATA_DIR="a#b"',
      'HOST=`a#b`',
      'PORT=3000 # a comment',
      'DEMO= # empty',
      'LOG_LEVEL=',
      '# CLASS_PAGES=a#b',
      'MAIL_FROM="line',
      'CONTACT_EMAIL=a#b"',
      'BASE_URL=a#b',
    ].join('\n'),
  );
  const variables: NodeJS.ProcessEnv = { ENV_FILE, BASE_URL: 'of the environment' };
  const names = ['SECRET', 'PGPASSWORD', 'METRICS_TOKEN'];
  expect(loadSettingsFile(variables).map(({ found }) => found)).toEqual(
    names.map((name) => `The value of ${name} in ${ENV_FILE} ends before a #: put it in single quotes`),
  );
  expect(variables).toMatchObject({ SECRET: 'abc', PGPASSWORD: '', METRICS_TOKEN: 'a b' });
});

it('names settings that do not exist, such as misspelled ones', async () => {
  const ENV_FILE = join(folder, 'misspelled');
  await writeFile(
    ENV_FILE,
    'SMTP_URI=smtp://mail\nPGPASSWORD=a\nNODE_OPTIONS=--a\nPOSTGRES_PASSWORD=b\nPORT=1\nBACKUP_S3_BUKCET=b\n',
  );
  expect(loadSettingsFile({ ENV_FILE }).map(({ found }) => found)).toEqual(
    ['BACKUP_S3_BUKCET', 'SMTP_URI'].map(
      (name) => `${name} in ${ENV_FILE} is not a setting and has no effect`,
    ),
  );
});

it('names a file that cannot be read', () => {
  expect(() => load({ ENV_FILE: join(folder, 'absent') })).toThrow(
    `Cannot read the settings in ${join(folder, 'absent')}: ENOENT`,
  );
  expect(() => load({ ENV_FILE: folder })).toThrow('EISDIR');
});
