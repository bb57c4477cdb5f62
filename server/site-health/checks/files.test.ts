import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startBucket } from '#tests/support/bucket.ts';
import { checkFiles } from './files.ts';

it('says what several servers must share, with a folder and with a bucket', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'classharbor-health-'));
  const bucket = await startBucket();
  expect(await checkFiles({ dataDir })).toEqual({
    status: 'ok',
    found: expect.stringMatching(/Several servers need the same folder DATA_DIR, or a bucket/),
  });
  expect(await checkFiles({ dataDir, bucket: bucket.settings })).toEqual({
    status: 'ok',
    found: expect.stringMatching(/Several servers need the same folder DATA_DIR\/uploads/),
  });
  await bucket.close();
  await rm(dataDir, { recursive: true });
});
