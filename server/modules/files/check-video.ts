import { open } from 'node:fs/promises';
import { ApiError } from '../../http/api-error.ts';
import type { Checkpoint } from './checkpoint.ts';
import { createHeadReader, HEAD, type ReadHead } from './read-heads.ts';

/** A part of a file: its name, and where its content begins and ends. Infinity means that it ends with the file. */
interface Part {
  name: string;
  start: number;
  end: number;
}

type ReadPart = (head: Buffer, at: number) => Part | undefined;

const damaged = () =>
  new ApiError('file_refused', 'This video is damaged or not complete. Please export it again.');
const fragmented = () =>
  new ApiError('file_refused', 'This video has too many fragments. Please export it in one piece.');

/** A box of MP4 (ISO/IEC 14496-12, 4.2). */
const readBox: ReadPart = (head, at) => {
  if (head.length < 8) return undefined;
  const name = head.toString('latin1', 4, 8);
  const size = head.readUInt32BE(0);
  if (size === 0) return { name, start: at + 8, end: Infinity };
  if (size > 1) return size < 8 ? undefined : { name, start: at + 8, end: at + size };
  if (head.length < HEAD) return undefined;
  return { name, start: at + HEAD, end: at + Number(head.readBigUInt64BE(8)) };
};

/** Reads a number of EBML (RFC 8794, 4), whose first bits tell its length. */
const readNumber = (bytes: Buffer, keepsMarker: boolean) => {
  const length = Math.clz32(bytes[0] ?? 0) - 23;
  if (length > 8 || bytes.length < length) return undefined;
  let value = keepsMarker ? bytes[0]! : bytes[0]! & (0xff >> length);
  let isUnknown = !keepsMarker && value === 0xff >> length;
  for (const byte of bytes.subarray(1, length)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, length, isUnknown };
};

/** An element of WebM. The length of a live recording may be unknown. */
const readElement: ReadPart = (head, at) => {
  const id = readNumber(head, true);
  const size = id && readNumber(head.subarray(id.length), false);
  if (!size) return undefined;
  const start = at + id.length + size.length;
  return { name: id.value.toString(16), start, end: size.isUnknown ? Infinity : start + size.value };
};

const SEGMENT = '18538067';
const CLUSTER = '1f43b675';

/** An opened video. */
interface Video {
  readHead: ReadHead;
  /** In bytes. */
  size: number;
}

/**
 * Reads the parts between two positions.
 * @throws ApiError `file_refused` for a part that exceeds the file, and for too many parts
 */
async function* listParts({ readHead, size }: Video, read: ReadPart, from: number, to = size) {
  for (let at = from; at < to;) {
    const head = await readHead(at);
    if (!head) throw fragmented();
    const part = read(head, at);
    const isWithin = part && (part.end === Infinity || (part.end <= to && part.end > at));
    if (!isWithin) throw damaged();
    yield part;
    at = part.end;
  }
}

const checkMp4 = async (video: Video): Promise<void> => {
  const names = new Set<string>();
  for await (const { name } of listParts(video, readBox, 0)) names.add(name);
  if (!names.has('moov') || !(names.has('mdat') || names.has('moof'))) throw damaged();
};

/** Whether a segment has frames. Its first cluster is proof enough: everything after it is within the segment. */
const hasCluster = async (video: Video, start: number, end: number): Promise<boolean> => {
  for await (const { name } of listParts(video, readElement, start, end)) if (name === CLUSTER) return true;
  return false;
};

const checkWebm = async (video: Video): Promise<void> => {
  let isPlayable = false;
  for await (const { name, start, end } of listParts(video, readElement, 0))
    if (name === SEGMENT) isPlayable ||= await hasCluster(video, start, Math.min(end, video.size));
  if (!isPlayable) throw damaged();
};

/**
 * Checks that a video is complete: that its parts are within the file and include what a player needs. Its frames are
 * not decoded.
 * @param type the media type detected from its beginning
 * @param checkpoint called before each block of the file is read
 * @throws ApiError `file_refused`, and what `checkpoint` throws
 */
export const checkVideo = async (path: string, type: string, checkpoint: Checkpoint): Promise<void> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const video = { size, readHead: createHeadReader(file, size, checkpoint) };
    await (type === 'video/webm' ? checkWebm(video) : checkMp4(video));
  } finally {
    await file.close();
  }
};
