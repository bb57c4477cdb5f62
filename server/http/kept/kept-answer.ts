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

/** The weak entity tag of a body: the same in every encoding. */
export const tagOf = (body: Buffer): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

/** An answer as it is sent, with the topics that it depends on. */
export class KeptAnswer {
  readonly etag: string;
  private readonly encoded = new Map<Encoding, Buffer>();

  constructor(
    private readonly body: Buffer,
    readonly headers: Readonly<Record<string, string | number>>,
    readonly topics: readonly string[],
  ) {
    this.etag = tagOf(body);
  }

  /** Bytes, at most about: with the compressed forms. */
  get size(): number {
    return this.body.length * 2 + 1_024;
  }

  /** Makes the body ready for a browser that accepts these encodings. */
  async prepare(accepted: string | undefined): Promise<void> {
    const encoding = encodingFor(accepted);
    if (encoding === 'identity' || this.body.length < SMALLEST || this.encoded.has(encoding)) return;
    this.encoded.set(encoding, await compressors[encoding](this.body));
  }

  /** The body for a browser, with the name of its encoding; undefined until it is prepared. */
  bodyFor(accepted: string | undefined): { body: Buffer; encoding?: string } | undefined {
    const encoding = encodingFor(accepted);
    if (encoding === 'identity' || this.body.length < SMALLEST) return { body: this.body };
    const body = this.encoded.get(encoding);
    return body && { body, encoding };
  }
}
