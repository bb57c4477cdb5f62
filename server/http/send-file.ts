import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ApiError, notFound } from './api-error.ts';
import { contentDisposition } from './content-disposition.ts';

/** Bytes of a file from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

interface SentFile {
  /** Identifies the content, which never changes. */
  id: string;
  name: string;
  type: string;
  /** The size, in bytes. */
  size: number;
  /** Whether the browser may show it itself, for instance a video. Otherwise it is downloaded. */
  isInline: boolean;
  read(range?: ByteRange): Promise<{ content: Readable } | undefined>;
}

/** The policy of a file that a browser shows: it may do nothing. */
export const FILE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/**
 * Parses a `Range` header (RFC 9110, section 14).
 * @returns undefined for a header that can be ignored: malformed, or with several ranges
 * @throws ApiError `range_not_satisfiable`
 */
const parseRange = (header: string | undefined, size: number): ByteRange | undefined => {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || (first === '' && last === '')) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  if (start >= size || (first === '' && Number(last) === 0))
    throw new ApiError('range_not_satisfiable', 'The file has no such part');
  return { start, end };
};

/**
 * Sends a private file or the requested range of it. The content is streamed.
 * @throws ApiError `not_found` or `range_not_satisfiable`
 */
export const sendFile = async (reply: FastifyReply, file: SentFile): Promise<FastifyReply> => {
  const { headers, method } = reply.request;
  const tag = `"${file.id}"`;
  reply.headers({
    'content-type': file.type,
    'content-disposition': contentDisposition(file.name, file.isInline),
    'content-security-policy': FILE_POLICY,
    'accept-ranges': 'bytes',
    etag: tag,
  });
  const isSame = headers['if-range'] === undefined || headers['if-range'] === tag;
  let range: ByteRange | undefined;
  try {
    range = isSame ? parseRange(headers.range, file.size) : undefined;
  } catch (error) {
    reply.header('content-range', `bytes */${file.size}`);
    throw error;
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`);
  reply.header('content-length', end - start + 1);
  if (method === 'HEAD') return reply.send();
  const found = await file.read(range);
  if (!found) throw notFound('The file');
  return reply.send(found.content);
};
