import type { FastifyReply } from 'fastify';

/** The content security policy of the sandboxes' pages, which submit forms, also by script, and are framed by the site. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; form-action 'self'; frame-ancestors 'self'";

export const sendSandboxPage = (reply: FastifyReply, html: string) =>
  reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(html);
