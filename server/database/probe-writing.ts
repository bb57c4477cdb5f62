import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';

/** Milliseconds that a result counts for: asking often must not mean writing often. */
const LIFETIME = 1_000;
/** More than a file system keeps beside a file's name, so that room on the disk is needed. */
const PROBE = Buffer.alloc(16 * 1024);
/**
 * A committed row, which a read-only database refuses, and a temporary file of 140 kB, since a row may find room in a page
 * that exists. The row stands in a table that no backup has; without a moment of expiry it stays the only one.
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
    // As a new file: root follows no link that somebody else put there.
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
 * Proves that what the server is told can be kept: by a write of the database, and one to the folder where there is one.
 * @param folder of the server's own database
 * @returns a probe that throws the error of the failed write; calls within a second share one
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
