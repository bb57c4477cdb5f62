import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import { BROTLI_WINDOW, SMALLEST_COMPRESSED } from '../compression.ts';

/**
 * The Brotli quality. It is higher than for responses that are not cached, because a response is compressed once and
 * sent often. Quality 6 is hardly smaller.
 */
const BROTLI_QUALITY = 5;
/** Bytes up to which the uncompressed body is cached as well. */
const LARGEST_PLAIN = 32 * 1_024;
/** Approximate bytes of a response beside its body. */
const OVERHEAD = 2 * 1_024;

type Encoding = 'br' | 'gzip' | 'identity';

const encoders = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
  identity: async (body: Buffer) => body,
};

/** The weight of an encoding that a client refuses. */
const REFUSED = /;\s*q=0(\.0*)?\s*$/i;

/** The best encoding that a client can read (RFC 9110, section 12.5.3). Of the weights, only 0 matters: it refuses one. */
const encodingFor = (accepted = ''): Encoding => {
  const names = accepted
    .split(',')
    .flatMap((entry) => (REFUSED.test(entry) ? [] : entry.split(';')[0]!.trim().toLowerCase()));
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
};

const tagOf = (body: Buffer): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

/** Copies compressed bytes, because they are the start of a larger buffer, which would otherwise stay in memory. */
const cutToSize = (bytes: Buffer): Buffer => {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
};

/** A response in one encoding, ready for Node's `writeHead` and `end`. */
interface Message {
  headers: string[];
  body: Buffer;
}

const messageOf = (headers: readonly string[], encoding: Encoding, body: Buffer): Message => ({
  headers: [
    ...headers,
    'content-length',
    String(body.length),
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
  ],
  body,
});

/** A response that is the same for all anonymous callers, with the topics it depends on, in the encoding that browsers ask for. */
export class CachedResponse {
  /** Weak: the same in every encoding. */
  readonly etag: string;
  readonly topics: readonly string[];
  private readonly headers: readonly string[];
  private readonly encoding: Encoding;
  /** The uncompressed body, if it is small enough. Pages are rendered from it. */
  private readonly plain: Buffer | undefined;
  /** The response in its encoding, once it was asked for. */
  private message: Promise<Message> | undefined;
  private messageSize: number;

  private constructor(body: Buffer, headers: Readonly<Record<string, string>>, topics: readonly string[]) {
    this.etag = tagOf(body);
    this.topics = topics;
    this.headers = Object.entries({
      ...headers,
      etag: this.etag,
      vary: 'accept-encoding, authorization',
    }).flat();
    this.encoding = body.length < SMALLEST_COMPRESSED ? 'identity' : 'br';
    this.plain = body.length > LARGEST_PLAIN ? undefined : body;
    this.messageSize = body.length;
  }

  /**
   * Creates a cached response.
   * @param isForPage whether it was requested to render a page, and not by a browser yet: if it is small, it is only
   *   compressed when a browser requests it
   */
  static async create(
    body: Buffer,
    headers: Readonly<Record<string, string>>,
    topics: readonly string[],
    isForPage = false,
  ): Promise<CachedResponse> {
    const response = new CachedResponse(body, headers, topics);
    if (!isForPage || !response.plain) {
      response.message = response.encode(body);
      response.messageSize = (await response.message).body.length;
    }
    return response;
  }

  /** The approximate maximum size, in bytes. */
  get size(): number {
    return this.messageSize + (this.plain?.length ?? 0) + OVERHEAD;
  }

  /** The response for a browser that accepts these encodings: as it is cached, or converted. */
  async messageFor(accepted: string | undefined): Promise<Message> {
    const encoding = this.encoding === 'identity' ? 'identity' : encodingFor(accepted);
    if (encoding === this.encoding) return (this.message ??= this.encode(this.plain!));
    const plain = this.plain ?? (await promisify(brotliDecompress)((await this.message!).body));
    return messageOf(this.headers, encoding, await encoders[encoding](plain));
  }

  private async encode(plain: Buffer): Promise<Message> {
    return messageOf(this.headers, this.encoding, cutToSize(await encoders[this.encoding](plain)));
  }
}
