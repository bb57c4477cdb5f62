import type { FastifyReply } from 'fastify';

/** What the sandboxes' own pages may do: show themselves, send their forms and be framed by the site. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'self'";

/** Sends a page of a sandbox. */
export const sendSandboxPage = (reply: FastifyReply, html: string) =>
  reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(html);
