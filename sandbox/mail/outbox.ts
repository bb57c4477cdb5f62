import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../escape-html.ts';
import { PAGE_STYLE } from '../page-style.ts';
import { sendSandboxPage } from '../send-page.ts';

interface Email {
  to: string;
  subject: string;
  text: string;
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
main { width: min(100%, 44rem); }
article { border-top: 1px solid #e1e5ee; padding: 1rem 0; }
h2 { margin: 0; font-size: 1.05rem; }
p { margin: .2rem 0; white-space: pre-line; overflow-wrap: anywhere; }
`;

const outboxPage = (messages: Email[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Outbox · Mail sandbox</title><style>${STYLE}</style></head>
<body><main>
<p class="ribbon">Demo: this server doesn’t send email</p>
<h1>Outbox</h1>
${messages.length === 0 ? '<p>No emails yet.</p>' : ''}
${messages
  .map(
    ({ to, subject, text }) =>
      `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}</p><p>${withLinks(text)}</p></article>`,
  )
  .join('\n')}
</main></body></html>`;

/** Replaces the mail server in the demo: stores the emails and shows them on a page. */
export const createOutbox = () => {
  const messages: Email[] = [];
  return {
    send: async (message: Email): Promise<void> => {
      messages.unshift(message);
      messages.length = Math.min(messages.length, CAPACITY);
    },
    register: (app: FastifyInstance, path: string): void => {
      app.get(path, ROUTE, (_request, reply) => sendSandboxPage(reply, outboxPage(messages)));
    },
  };
};
