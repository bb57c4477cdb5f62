import type { FastifyInstance, FastifyRequest } from 'fastify';
import { escapeHtml } from '../escape-html.ts';
import { PAGE_STYLE } from '../page-style.ts';
import { sendSandboxPage } from '../send-page.ts';

interface Email {
  to: string;
  date: Date;
  subject: string;
  text: string;
  html: string;
}

/** The number of emails to keep. Older ones are discarded. */
const CAPACITY = 100;
const ROUTE = {
  config: { access: 'mail sandbox', limit: { unlimited: 'For the demo only' } },
  schema: { hide: true },
};

const withLinks = (text: string): string =>
  escapeHtml(text).replace(/https?:\/\/\S+/g, (address) => `<a href="${address}">${address}</a>`);

const STYLE = `${PAGE_STYLE}
body { place-items: start center; }
main { width: min(100%, 76rem); }
article { border-top: 1px solid #e1e5ee; padding: 1rem 0; }
h2 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
p { margin: .2rem 0; white-space: pre-line; overflow-wrap: anywhere; }
.both { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem; margin: .75rem 0 0; }
.both > * { box-sizing: border-box; width: 100%; height: 34rem; margin: 0; border: 1px solid #c9d0de; border-radius: .6rem; }
.text { padding: 1rem; overflow: auto; }
`;

/** A frame that shows an email as a mail program does: without scripts, and links open outside of it. */
const htmlFrame = ({ html, subject }: Email): string =>
  `<iframe title="${escapeHtml(`HTML of ${subject}`)}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(
    html.replace('<head>', '<head><base target="_blank">'),
  )}"></iframe>`;

const pageOf = (content: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Outbox · Mail sandbox</title><style>${STYLE}</style></head>
<body><main>
<p class="ribbon">Demo: this server doesn’t send email</p>
<h1>Outbox</h1>
${content}
</main></body></html>`;

const listOf = (emails: Email[]): string =>
  emails.length === 0
    ? '<p>No emails yet.</p>'
    : emails
        .map(
          (email) =>
            `<article><h2 dir="auto">${escapeHtml(email.subject)}</h2><p>To ${escapeHtml(email.to)}</p><div class="both"><p class="text" tabindex="0" role="region" aria-label="Text">${withLinks(email.text)}</p>${htmlFrame(email)}</div></article>`,
        )
        .join('\n');

const CLOSED =
  '<p>This demo can be reached from outside, so its emails, which have links that sign in, are not shown. Open the demo on the machine that it runs on, or set SMTP_URL.</p>';

const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d+){3}|\[?::1\]?|::ffff:127(\.\d+){3})$/.test(host);

/** Whether a request comes from the machine itself, and not through a proxy. */
const isLocal = ({ ip, hostname, headers }: FastifyRequest): boolean =>
  isLoopback(ip) && isLoopback(hostname) && !headers['x-forwarded-for'] && !headers.forwarded;

/** Replaces the mail server in the demo: stores the emails and shows them, as HTML and as text, on a page. */
export const createOutbox = () => {
  const emails: Email[] = [];
  return {
    deliver: async (email: Email): Promise<void> => {
      emails.push(email);
      emails.sort((a, b) => b.date.getTime() - a.date.getTime());
      emails.length = Math.min(emails.length, CAPACITY);
    },
    /** @param isPublic whether the site has a public address: then nobody may read the emails of others */
    register: (app: FastifyInstance, path: string, isPublic: boolean): void => {
      app.get(path, ROUTE, (request, reply) =>
        isPublic || !isLocal(request)
          ? sendSandboxPage(reply.code(403), pageOf(CLOSED))
          : sendSandboxPage(reply, pageOf(listOf(emails))),
      );
    },
  };
};
