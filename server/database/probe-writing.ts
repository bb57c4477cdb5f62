import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';

/** How long a result is reused, in milliseconds, so that frequent health checks do not cause frequent writes. */
const LIFETIME = 1_000;
/** Larger than what file systems store inline with the metadata, so that the file needs disk space. */
const PROBE = Buffer.alloc(16 * 1024);
/**
 * A committed row, which a read-only database refuses, and a temporary file of 140 kB, because the row may fit into an
 * existing page. Backups leave the table out. The row has no expiry, so it is written over and never removed.
 */
const WRITE = `
  set local work_mem = '64kB';
  select count(*) from generate_series(1, 5000);
  insert into rate_limits (key, points, expire) values ('readiness', 0, null)
    on conflict (key) do update set points = excluded.points`;

const writeFile = async (folder: string): Promise<void> => {
  const path = join(folder, `.write-probe-${process.pid}`);
  await rm(path, { force: true });
  try {
    // `wx` only creates new files, so a link that another user placed there is not followed.
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(PROBE);
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
};

/**
 * Creates a probe that checks whether data can be stored: it writes to the database and, if given, to the folder.
 * @param folder the data folder of an embedded database
 * @returns a probe that rejects with the error of the failed write; calls within a second share one result
 */
export const createWriteProbe = (pool: Pool, folder?: string): (() => Promise<void>) => {
  let last: { result: Promise<void>; until: number } | undefined;
  const write = async () => {
    await pool.query(WRITE);
    if (folder) await writeFile(folder);
  };
  return () => {
    if (!last || performance.now() > last.until) {
      last = { result: write(), until: Infinity };
      const { result } = last;
      const keep = () => {
        if (last?.result === result) last.until = performance.now() + LIFETIME;
      };
      result.then(keep, keep);
    }
    return last.result;
  };
};
