import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Pool } from 'pg';
import { NEEDED_SPACE } from '../../data-folder/disk-space.ts';
import { createWriteProbe } from '../../database/probe-writing.ts';
import { explainFailure } from '../../explain-failure.ts';
import { ok, type Outcome, problem, warning } from '../outcome.ts';

const MIB = 1024 ** 2;
/** The free space in bytes below which the check warns. */
const LOW_SPACE = 2_048 * MIB;

const inWords = (bytes: number): string => {
  const mib = bytes / MIB;
  return mib < 1_024 ? `${Math.floor(mib)} MiB free` : `${Math.floor(mib / 102.4) / 10} GiB free`;
};

/** The disk of a folder. Before the first start, when there is no folder yet, that of its nearest parent. */
const findDisk = async (folder: string): Promise<StatsFs> => {
  try {
    return await statfs(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return findDisk(dirname(folder));
  }
};

/** Checks whether the database and the data folder can be written to and have enough space. */
export const checkDisk = async (dataDir: string, pool: Pool, isEmbedded: boolean): Promise<Outcome> => {
  try {
    await createWriteProbe(pool, isEmbedded ? dataDir : undefined)();
  } catch (error) {
    return problem(explainFailure(error).split('\n')[0]!, 'Free some space, or make the database writable.');
  }
  const { bavail, bsize } = await findDisk(dataDir);
  const free = bavail * bsize;
  const found = `${dataDir}: ${inWords(free)}`;
  const todo = 'Free some space, or move the data to a larger disk.';
  if (free < NEEDED_SPACE) return problem(found, todo, 'DATA_DIR');
  return free < LOW_SPACE ? warning(found, todo, 'DATA_DIR') : ok(found);
};
