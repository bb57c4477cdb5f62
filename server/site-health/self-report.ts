import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { API_BASE } from '#contract/call.ts';
import { errorResponseSchema } from '#contract/errors.ts';
import { ApiError } from '../http/api-error.ts';
import type { WebhookSignatures } from '../modules/payments/events/webhook-signatures.ts';
import { deriveTextKey } from '../secrets/derive-key.ts';
import { isSameSecret } from '../secrets/signed-id.ts';
import { VERSION } from '../version.ts';

const PATH = '/site-health/self';
const NONCE = 'x-health-nonce';
const PROOF = 'x-health-proof';
/** Milliseconds. */
const TIMEOUT = 5_000;

const selfReportSchema = z.object({
  version: z.string(),
  /** The address that this connection came from, and whether its `X-Forwarded-*` headers are trusted. */
  peer: z.string(),
  isForwarded: z.boolean(),
  isTrusted: z.boolean(),
  /** What this server knows of the signatures of webhook events. Servers of earlier versions do not say. */
  signatures: z
    .object({
      verifiedAt: z.coerce.date().optional(),
      refused: z.array(z.object({ id: z.string(), at: z.coerce.date() })),
    })
    .default({ refused: [] }),
});

/** How a running server sees a request to its own address, and state that only it knows. */
export type SelfReport = z.infer<typeof selfReportSchema>;

const prove = (secret: string, nonce: string): string =>
  createHmac('sha256', deriveTextKey(secret, 'site health')).update(nonce).digest('hex');

const isProven = ({ headers }: FastifyRequest, secret: string): boolean =>
  isSameSecret(String(headers[PROOF] ?? ''), prove(secret, String(headers[NONCE] ?? '')));

/** GET /site-health/self: only responds to a process with the same secret. */
export const registerSelfReport = (
  app: FastifyInstance,
  { secret, signatures }: { secret: string; signatures: WebhookSignatures },
): void => {
  app.get(
    PATH,
    { schema: { hide: true }, config: { access: 'same secret' } },
    async (request): Promise<SelfReport> => {
      if (!isProven(request, secret)) throw new ApiError('unauthenticated', 'The secret is not the same');
      const peer = request.socket.remoteAddress ?? '';
      return {
        version: VERSION,
        peer,
        isForwarded: request.headers['x-forwarded-for'] !== undefined,
        isTrusted: (request.ips ?? []).length > 1,
        signatures,
      };
    },
  );
};

/**
 * What responded at an address: a server of this site, one with another secret, another program, a redirect, or
 * nothing.
 */
export type SelfCheckResult =
  | { kind: 'this site'; report: SelfReport }
  | { kind: 'another secret' }
  | { kind: 'something else'; status: number }
  | { kind: 'redirect'; to: string }
  | { kind: 'nothing'; reason: string };

const reasonOf = (error: unknown): string => {
  const { cause, name, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return name === 'TimeoutError' ? 'no response in time' : cause?.code || cause?.message || message;
};

/** Requests the self report at an address of the site, on a new connection. It never throws. */
export const askForSelfReport = async (address: string, secret: string): Promise<SelfCheckResult> => {
  const nonce = randomUUID();
  let response: Response;
  try {
    response = await fetch(`${address}${API_BASE}${PATH}`, {
      redirect: 'manual',
      headers: { [NONCE]: nonce, [PROOF]: prove(secret, nonce), connection: 'close' },
      signal: AbortSignal.timeout(TIMEOUT),
    });
  } catch (error) {
    return { kind: 'nothing', reason: reasonOf(error) };
  }
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400 && location)
    return { kind: 'redirect', to: new URL(location, address).origin };
  const body: unknown = await response.json().catch(() => undefined);
  const report = selfReportSchema.safeParse(body);
  if (response.ok && report.success) return { kind: 'this site', report: report.data };
  const isOurs = response.status === 401 && errorResponseSchema.safeParse(body).success;
  return isOurs ? { kind: 'another secret' } : { kind: 'something else', status: response.status };
};
