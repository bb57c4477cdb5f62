import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Bytes; below it an answer travels in one packet anyway. */
const SMALLEST = 1_024;
/** Made once and sent often: a little smaller than what is compressed anew for each answer. */
const BROTLI_QUALITY = 6;

type Encoding = 'br' | 'gzip' | 'identity';

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** The best encoding that a browser can read (RFC 9110, section 12.5.3; browsers give no weights). */
const encodingFor = (accepted: string | undefined): Encoding => {
  if (accepted?.includes('br')) return 'br';
  return accepted?.includes('gzip') ? 'gzip' : 'identity';
};

const tagOf = (body: Buffer): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

/** An answer in one encoding, ready for Node's `writeHead` and `end`. */
interface Message {
  headers: string[];
  body: Buffer;
}

/** An answer for everybody, with the topics that it depends on. */
export class KeptAnswer {
  /** Weak: the same in every encoding. */
  readonly etag: string;
  private readonly headers: string[];
  private readonly messages = new Map<Encoding, Message>();

  constructor(
    private readonly body: Buffer,
    headers: Readonly<Record<string, string>>,
    readonly topics: readonly string[],
  ) {
    this.etag = tagOf(body);
    this.headers = Object.entries({
      ...headers,
      etag: this.etag,
      vary: 'accept-encoding, authorization',
    }).flatMap(([name, value]) => [name, value]);
  }

  /** Bytes, at most about: with the compressed forms. */
  get size(): number {
    return this.body.length * 2 + 1_024;
  }

  /** The answer for a browser that accepts these encodings; undefined until it is prepared. */
  messageFor(accepted: string | undefined): Message | undefined {
    return this.messages.get(this.choose(accepted));
  }

  /** Makes the answer ready for a browser that accepts these encodings. */
  async prepare(accepted: string | undefined): Promise<Message> {
    const encoding = this.choose(accepted);
    const compressed = encoding === 'identity' ? undefined : await compressors[encoding](this.body);
    const body = compressed ?? this.body;
    const headers = [...this.headers, 'content-length', String(body.length)];
    if (compressed) headers.push('content-encoding', encoding);
    const message = { headers, body };
    this.messages.set(encoding, message);
    return message;
  }

  private choose(accepted: string | undefined): Encoding {
    return this.body.length < SMALLEST ? 'identity' : encodingFor(accepted);
  }
}
