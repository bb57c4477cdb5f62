import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { PLAYER_ORIGINS } from '#contract/video-url.ts';

/** Seconds. */
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** The policy of responses that are not pages: a browser may do nothing with them. Pages have their own policy. */
const RESPONSE_POLICY = "default-src 'none'; frame-ancestors 'none'";

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers of every response, including those that Fastify or Node.js creates before any hook. */
    securityHeaders: Readonly<Record<string, string>>;
  }
}

/** Headers of every response (OWASP HTTP Headers Cheat Sheet). */
const HEADERS = {
  'content-security-policy': RESPONSE_POLICY,
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(self "https://js.stripe.com")',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};

/**
 * The security headers of the site.
 * @param baseUrl the public URL; only with https are browsers told to keep using it. Its subdomains are left out, because
 *   they can be other sites
 */
export const securityHeadersFor = (baseUrl: string): Readonly<Record<string, string>> => {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname);
  if (!baseUrl.startsWith('https:') || isLocal) return HEADERS;
  return { ...HEADERS, 'strict-transport-security': `max-age=${YEAR_SECONDS}` };
};

/** Adds the security headers and the id of its request to every response. */
export const registerSecurityHeaders = (
  app: FastifyInstance,
  securityHeaders: Readonly<Record<string, string>>,
): void => {
  app.decorate('securityHeaders', securityHeaders);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...securityHeaders, 'x-request-id': request.id });
  });
};

const STRIPE = {
  script: 'https://js.stripe.com',
  frame: 'https://js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
};

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

interface PagePolicy {
  /** The HTML of the document. Its inline scripts are allowed by their hashes. */
  template: string;
  /** Whether the card form is the provider's own, and not the sandbox of this server. */
  usesStripe: boolean;
  /** Whether the page may show the players of YouTube and Vimeo. */
  embedsVideos: boolean;
}

/**
 * The Content-Security-Policy of the site's pages. Pictures of classes and users may come from any site. Inline styles
 * are allowed, because React creates them. Stripe's requirements are listed at
 * https://docs.stripe.com/security/guide#content-security-policy.
 */
const contentPolicy = ({ template, usesStripe, embedsVideos }: PagePolicy): string => {
  const inline = [...template.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) =>
    hashOf(script),
  );
  const withStripe = (sources: string, ofStripe: string) => (usesStripe ? `${sources} ${ofStripe}` : sources);
  return [
    "default-src 'self'",
    `script-src ${withStripe(["'self'", ...inline].join(' '), STRIPE.script)}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data: https: http:",
    "media-src 'self'",
    "font-src 'self' data:",
    `connect-src ${withStripe("'self'", STRIPE.connect)}`,
    `frame-src ${withStripe(["'self'", ...(embedsVideos ? PLAYER_ORIGINS : [])].join(' '), STRIPE.frame)}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
};

/**
 * The headers of the site's pages. The popup of a third-party sign-in keeps its reference to the page that opened it,
 * which is why only pages set an opener policy.
 */
export const pageHeaders = (options: PagePolicy): Record<string, string> => ({
  'content-security-policy': contentPolicy(options),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
});
