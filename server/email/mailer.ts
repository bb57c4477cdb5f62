import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { type Brand, siteName } from '#contract/brand.ts';
import type { Deliver, OutgoingEmail, RenderEmail, SendEmail } from './email.ts';

/** The timeout of the mail server, in milliseconds. */
const TIMEOUT = 10_000;
const CONNECTIONS = 5;
/** The delays before each retry of an email with a link, in milliseconds. It must arrive soon or be reported. */
const RETRIES = [1_000, 5_000, 20_000];

/** All characters that could end a header or hide a part of it. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
/** A header value of one line. */
const oneLine = (text: string): string => text.replace(CONTROLS, ' ').trim();
/** Marks of direction have no meaning in a subject, and some mail programs show them. */
const ISOLATES = /[\u2066-\u2069]/g;

/**
 * Creates a function that delivers emails to a mail server.
 * @param url `smtp://` or `smtps://`, with user and password if the server requires them
 * @param sender the visible sender, or only an address, which then gets the name of the site
 */
export const createSmtpMailer = (
  url: string,
  sender: { from: string } | { address: string },
): { deliver: Deliver; close: () => void } => {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: TIMEOUT,
      greetingTimeout: TIMEOUT,
      socketTimeout: TIMEOUT,
    },
    'from' in sender ? sender : {},
  );
  return {
    deliver: async ({
      to,
      senderName,
      date,
      replyTo,
      subject,
      html,
      text,
      messageId,
      references,
      unsubscribeUrl,
    }) => {
      await transport.sendMail({
        // As an object, an address cannot be parsed as a list of several addresses.
        to: { name: '', address: oneLine(to) },
        ...('address' in sender && { from: { name: oneLine(senderName), address: sender.address } }),
        date,
        ...(replyTo && { replyTo: { name: '', address: oneLine(replyTo) } }),
        subject: oneLine(subject.replace(ISOLATES, '')),
        html,
        text,
        messageId,
        references,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    },
    close: () => transport.close(),
  };
};

interface DirectOptions {
  deliver: Deliver;
  render: RenderEmail;
  readBrand: () => Promise<Brand>;
  /** An email could not be delivered at all. */
  onFailure: (error: unknown) => void;
}

/** Sends emails immediately and in the background. */
export interface DirectSender {
  send: SendEmail;
  /** Resolves once all emails that were sent before the call have been handed over or given up. */
  settled: () => Promise<void>;
  /** Emails that wait for a retry are tried once more, at once. Resolves like `settled`. */
  close: () => Promise<void>;
}

/**
 * Creates a sender that works in the background, so that the time of a response does not reveal whether an address has an
 * account. The emails have links that are valid for an hour. They bypass the outbox, where the database and its backups
 * would contain the links. A failed delivery is retried for half a minute.
 */
export const createDirectSender = ({
  deliver,
  render,
  readBrand,
  onFailure,
}: DirectOptions): DirectSender => {
  const sending = new Set<Promise<void>>();
  const closing = new AbortController();
  const attempt = async (write: () => Promise<OutgoingEmail>, retries: number[]): Promise<void> => {
    try {
      await deliver(await write());
    } catch (error) {
      const [delay, ...later] = retries;
      if (delay === undefined) throw error;
      await sleep(delay, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
      await attempt(write, closing.signal.aborted ? [] : later);
    }
  };
  const settled = async () => {
    await Promise.all(sending);
  };
  return {
    send: async ({ to, ...content }) => {
      const date = new Date();
      const write = async () => {
        const brand = await readBrand();
        const { subject } = content;
        return { to, senderName: siteName(brand), date, subject, ...render(content, brand) };
      };
      const sent = attempt(write, RETRIES)
        .catch(onFailure)
        .finally(() => sending.delete(sent));
      sending.add(sent);
    },
    settled,
    close: async () => {
      closing.abort();
      await settled();
    },
  };
};
