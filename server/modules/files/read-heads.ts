import type { FileHandle } from 'node:fs/promises';
import type { Checkpoint } from './checkpoint.ts';

/**
 * The maximum number of parts that are read from a file, whether or not they are within others. Videos have a few;
 * fragmented ones have some for each second.
 */
const MAX_PARTS = 200_000;
/** The maximum size of a part's header, in bytes. */
export const HEAD = 16;
/** How much is read at once, in bytes. Most parts are short, so that many begin within it. */
const BLOCK = 64 * 1024;

/**
 * Reads the beginning of the part at a position: `HEAD` bytes, or fewer at the end of the file.
 * @returns undefined if too many parts were read from the file
 * @throws Error of the file system, and what the checkpoint throws
 */
export type ReadHead = (at: number) => Promise<Buffer | undefined>;

/**
 * Creates a reader for the parts of a file.
 * @param size the size of the file, in bytes
 * @param checkpoint called before each block is read
 */
export const createHeadReader = (file: FileHandle, size: number, checkpoint: Checkpoint): ReadHead => {
  const block = Buffer.alloc(BLOCK);
  let [start, end] = [0, 0];
  let left = MAX_PARTS;
  return async (at) => {
    if (left === 0) return undefined;
    left -= 1;
    if (at < start || Math.min(at + HEAD, size) > end) {
      checkpoint();
      const { bytesRead } = await file.read(block, 0, BLOCK, at);
      [start, end] = [at, at + bytesRead];
    }
    return block.subarray(at - start, Math.min(at + HEAD, end) - start);
  };
};
