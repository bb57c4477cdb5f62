import { constants } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';

/** The memory that a copy takes, in bytes. */
const STEP = 256 * 1024;

/**
 * Copies a file to a path where there is none yet. The copy shares the disk blocks of the original until one of them
 * changes where the file system can do that (XFS, Btrfs), and takes neither time nor space then. Elsewhere it is made in
 * steps, because a single system call would block one of the few threads of the process for as long as a video takes.
 * @throws Error of the file system, which can leave a part of the copy behind
 */
export const copyContent = async (from: string, to: string): Promise<void> => {
  const isCloned = await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE_FORCE).then(
    () => true,
    () => false,
  );
  if (isCloned) return;
  const source = await open(from, 'r');
  try {
    const target = await open(to, 'wx', 0o640);
    try {
      const step = Buffer.alloc(Math.min(STEP, Math.max(1, (await source.stat()).size)));
      for (;;) {
        const { bytesRead } = await source.read(step, 0, step.length, null);
        if (bytesRead === 0) break;
        await target.writeFile(step.subarray(0, bytesRead));
      }
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};
