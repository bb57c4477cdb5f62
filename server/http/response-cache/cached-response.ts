import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import { BROTLI_WINDOW } from '../compression.ts';

/** Bytes; a smaller response fits in one packet anyway. */
const SMALLEST = 1_024;
/** Compressed once and sent often: a little smaller than what is compressed for each response. */
const BROTLI_QUALITY = 6;
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

/** The best encoding that a browser can read (RFC 9110, section 12.5.3; browsers give no weights). */
const encodingFor = (accepted: string | undefined): Encoding => {
  if (accepted?.includes('br')) return 'br';
  return accepted?.includes('gzip') ? 'gzip' : 'identity';
};

const tagOf = (body: Buffer): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

/** Compressed bytes come as the start of a larger piece of memory, which would stay in memory with them. */
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
  private readonly message: Message;
  private readonly encoding: Encoding;
  /** The uncompressed body, where it is small enough: pages are rendered from it. */
  private readonly plain: Buffer | undefined;

  private constructor(
    parts: Pick<CachedResponse, 'etag' | 'topics'> & {
      headers: readonly string[];
      message: Message;
      encoding: Encoding;
      plain: Buffer | undefined;
    },
  ) {
    this.etag = parts.etag;
    this.topics = parts.topics;
    this.headers = parts.headers;
    this.message = parts.message;
    this.encoding = parts.encoding;
    this.plain = parts.plain;
  }

  static async create(
    body: Buffer,
    headers: Readonly<Record<string, string>>,
    topics: readonly string[],
  ): Promise<CachedResponse> {
    const etag = tagOf(body);
    const lines = Object.entries({ ...headers, etag, vary: 'accept-encoding, authorization' }).flat();
    const encoding = body.length < SMALLEST ? 'identity' : 'br';
    const message = messageOf(lines, encoding, cutToSize(await encoders[encoding](body)));
    const plain = body.length > LARGEST_PLAIN ? undefined : body;
    return new CachedResponse({ etag, topics, headers: lines, message, encoding, plain });
  }

  /** Bytes, at most about. */
  get size(): number {
    return this.message.body.length + (this.plain?.length ?? 0) + OVERHEAD;
  }

  /** The response for a browser that accepts these encodings: as it is cached, or converted. */
  async messageFor(accepted: string | undefined): Promise<Message> {
    const encoding = this.choose(accepted);
    if (encoding === this.encoding) return this.message;
    const plain = this.plain ?? (await promisify(brotliDecompress)(this.message.body));
    return messageOf(this.headers, encoding, await encoders[encoding](plain));
  }

  private choose(accepted: string | undefined): Encoding {
    return this.encoding === 'identity' ? 'identity' : encodingFor(accepted);
  }
}
