import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mp4Of } from '#tests/support/videos.ts';
import { detectType } from './detect-type.ts';

const GIGABYTE = 1024 ** 3;
/** More than enough blocks of 64 KB for a small file. */
const FEW = 20;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'classharbor-videos-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Detects the type of a video. @returns the type, or the code of the refusal, and how many blocks were read */
const check = async (path: string) => {
  let reads = 0;
  const result = await detectType(path, 'video', 'lesson', () => {
    reads += 1;
  }).then(
    ({ type }) => type,
    (error: unknown) => (error as { code: string }).code,
  );
  return { result, reads };
};

const checkContent = async (...content: Buffer[]) => {
  const path = join(folder, 'video');
  await writeFile(path, Buffer.concat(content));
  return check(path);
};

const DOCUMENT = Buffer.from('1a45dfa3874282847765626d', 'hex');
/** An empty element, which players skip. */
const VOID = Buffer.from('ec80', 'hex');
const CLUSTER = Buffer.from('1f43b67580', 'hex');

const repeat = (content: Buffer, count: number): Buffer => Buffer.alloc(content.length * count, content);

/** A segment of WebM with a size of four bytes. */
const segmentOf = (...content: Buffer[]): Buffer => {
  const size = Buffer.alloc(4);
  const within = Buffer.concat(content);
  size.writeUInt32BE(0x10_00_00_00 + within.length);
  return Buffer.concat([Buffer.from('18538067', 'hex'), size, within]);
};

describe('a WebM', () => {
  it('is read in large blocks, even if its parts are tiny', async () => {
    const { result, reads } = await checkContent(DOCUMENT, segmentOf(repeat(VOID, 150_000), CLUSTER));
    expect(result).toBe('video/webm');
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(FEW);
  });

  it('is refused for too many parts, even if they are in several segments', async () => {
    const empty = segmentOf(repeat(VOID, 90_000));
    const one = await checkContent(DOCUMENT, empty, segmentOf(CLUSTER));
    expect(one.result).toBe('video/webm');
    const many = await checkContent(DOCUMENT, ...Array<Buffer>(5).fill(empty), segmentOf(CLUSTER));
    expect(many.result).toBe('file_refused');
    expect(many.reads).toBeLessThan(FEW);
  });

  it('is refused for a part in its segment that exceeds the segment', async () => {
    const { result } = await checkContent(DOCUMENT, segmentOf(Buffer.from('ec84', 'hex')), repeat(VOID, 9));
    expect(result).toBe('file_refused');
  });
});

const box = (name: string, size: number): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size);
  head.write(name, 4, 'latin1');
  return head;
};

describe('an MP4', () => {
  it('is read in large blocks, even if its parts are tiny', async () => {
    const { result, reads } = await checkContent(mp4Of('moov', 'mdat'), repeat(box('free', 8), 150_000));
    expect(result).toBe('video/mp4');
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(FEW);
  });

  it('is refused for too many parts', async () => {
    const { result } = await checkContent(mp4Of('moov', 'mdat'), repeat(box('free', 8), 250_000));
    expect(result).toBe('file_refused');
  });

  it.each([
    ['in one piece', 1],
    ['in fragments', 2_000],
  ])('of 2 GB %s is accepted after at most one read for each fragment', async (_name, fragments) => {
    const path = join(folder, 'large');
    const file = await open(path, 'w');
    try {
      const begin = mp4Of('moov');
      await file.write(begin);
      const size = Math.floor((2 * GIGABYTE - begin.length) / fragments);
      for (let number = 0; number < fragments; number += 1)
        await file.write(
          Buffer.concat([box('moof', 8), box('mdat', size - 8)]),
          0,
          16,
          begin.length + number * size,
        );
      await file.truncate(begin.length + fragments * size);
    } finally {
      await file.close();
    }
    const { result, reads } = await check(path);
    expect(result).toBe('video/mp4');
    expect(reads).toBeLessThanOrEqual(fragments + 1);
  });

  it('is not read further once the caller has left', async () => {
    const path = join(folder, 'left');
    await writeFile(path, Buffer.concat([mp4Of('moov', 'mdat'), repeat(box('free', 8), 100_000)]));
    let reads = 0;
    const checking = detectType(path, 'video', 'lesson', () => {
      reads += 1;
      if (reads === 2) throw new Error('left');
    });
    await expect(checking).rejects.toThrow('left');
    expect(reads).toBe(2);
  });
});

it('a text is not read further once the caller has left', async () => {
  const path = join(folder, 'text');
  await writeFile(path, Buffer.alloc(1_000_000, 'a'));
  const checking = detectType(path, 'document', 'a.txt', () => {
    throw new Error('left');
  });
  await expect(checking).rejects.toThrow('left');
});
