import { close, createWriteStream, open, write as writeToFile, type WriteStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import type { FileStore } from '@tus/file-store';
import { ERRORS, type MemoryLocker } from '@tus/server';

/** The version of the tus protocol. */
const TUS = '1.0.0';
const CONTENT_TYPE = 'application/offset+octet-stream';

/** The maximum size of a refused request that is still read to its end, in bytes. */
const READ_AFTER_REFUSAL = 4 * 1024 * 1024;

interface Refusal {
  status_code: number;
  body: string;
}

interface Protocol {
  files: FileStore;
  /** Shared with the tus library: a new request for an upload ends an earlier one that hangs. */
  locker: MemoryLocker;
  /** Returns the refusal for an error, or undefined to leave the error to the protocol. */
  explain: (error: unknown) => Refusal | undefined;
}

/**
 * Frees the memory of a chunk that has been written. Otherwise the garbage collector lets about 60 MB of chunks
 * accumulate. A chunk that shares its memory with others is left to it.
 */
const release = ({ buffer, byteLength }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

/** The file system functions with which a stream writes each chunk by itself. */
const releasing = {
  open,
  close,
  write: (
    file: number,
    piece: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: NodeJS.ErrnoException | null, written: number, piece: Buffer) => void,
  ): void =>
    writeToFile(file, piece, offset, length, position, (error, written) => {
      // After a partial write, the rest is written from the same memory.
      if (!error && written === length) release(piece);
      done(error, written, piece);
    }),
};

/** The error that ends a request with a refusal. */
const refused = (refusal: Refusal): Error => Object.assign(new Error(refusal.body.trim()), refusal);

/** Fails once more than `room` bytes have passed. */
const createLimiter = (room: number): Transform => {
  let left = room;
  return new Transform({
    transform: (part: Buffer, _encoding, done) => {
      left -= part.length;
      if (left < 0) done(refused(ERRORS.ERR_MAX_SIZE_EXCEEDED));
      else done(null, part);
    },
  });
};

/**
 * Writes a request's body. Received data stays if the client disconnects or `signal` ends the request. After an error,
 * the request stays open, so that it can be answered.
 */
const write = (
  request: IncomingMessage,
  target: WriteStream,
  { room, signal }: { room: number; signal: AbortSignal },
): Promise<void> =>
  new Promise((resolve, reject) => {
    // The HTTP parser itself enforces a declared length.
    const limiter = request.headers['content-length'] === undefined ? createLimiter(room) : undefined;
    const first = limiter ?? target;
    const stop = () => {
      request.unpipe(first);
      first.end();
    };
    const fail = (error: Error) => {
      request.unpipe(first);
      target.destroy();
      reject(error);
    };
    limiter?.once('error', fail).pipe(target);
    target
      .once('error', fail)
      .once('finish', () => (request.complete ? resolve() : reject(refused(ERRORS.ABORTED))));
    signal.addEventListener('abort', stop, { once: true });
    request.once('close', () => request.complete || stop());
    request.pipe(first);
  });

/** Stores a part. @returns the size of the upload after the part, in bytes */
const store = async ({ files, locker }: Protocol, id: string, request: IncomingMessage): Promise<number> => {
  const { headers } = request;
  if (headers['tus-resumable'] !== TUS) throw refused({ status_code: 412, body: 'Tus-Resumable Required\n' });
  if (headers['content-type'] !== CONTENT_TYPE) throw refused(ERRORS.INVALID_CONTENT_TYPE);
  const given = String(headers['upload-offset'] ?? '');
  if (!/^\d{1,15}$/.test(given)) throw refused(ERRORS.MISSING_OFFSET);
  const gone = new AbortController();
  const lock = locker.newLock(id);
  await lock.lock(gone.signal, () => gone.abort());
  try {
    const { offset, size = 0, storage } = await files.getUpload(id);
    if (offset !== Number(given)) throw refused(ERRORS.INVALID_OFFSET);
    const room = size - offset;
    if (Number(headers['content-length'] ?? 0) > room) throw refused(ERRORS.ERR_SIZE_EXCEEDED);
    // The client may have disconnected while the request waited for the lock.
    if (gone.signal.aborted || (request.destroyed && !request.complete)) throw refused(ERRORS.ABORTED);
    const target = createWriteStream(storage!.path, { flags: 'r+', start: offset, fs: releasing });
    await write(request, target, { room, signal: gone.signal });
    return offset + target.bytesWritten;
  } finally {
    await lock.unlock();
  }
};

/**
 * Handles a PATCH request of the tus protocol. The library's own handler copies every part through web streams, which
 * takes more memory and time.
 */
export const receivePart = async (
  protocol: Protocol,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  response.setHeader('tus-resumable', TUS);
  try {
    const offset = await store(protocol, id, request);
    response.writeHead(204, { 'upload-offset': offset }).end();
  } catch (error) {
    const { status_code: status = 500, body = 'Something went wrong\n' } =
      protocol.explain(error) ?? (error as Partial<Refusal>);
    // A client reads the response only after it has sent the whole request, so a short request is read to its end. A
    // long one is not.
    const length = Number(request.headers['content-length'] ?? Infinity);
    if (!request.complete && length > READ_AFTER_REFUSAL) response.setHeader('connection', 'close');
    response.writeHead(status).end(body);
  }
};
