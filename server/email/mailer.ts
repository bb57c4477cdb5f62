import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { type Brand, siteName } from '#contract/brand.ts';
import type { Deliver, RenderEmail, SendEmail } from './email.ts';

/** Milliseconds. */
const PATIENCE = 10_000;
const CONNECTIONS = 5;
/** Milliseconds before each new attempt of an email with a link, which must arrive soon or be reported. */
const RETRIES = [1_000, 5_000, 20_000];

/** Every character that could end a header or hide a part of it. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
/** A header value of one line. */
const oneLine = (text: string): string => text.replace(CONTROLS, ' ').trim();
/** Marks of direction have no meaning in a subject, and some mail programs show them. */
const ISOLATES = /[\u2066-\u2069]/g;

/**
 * Delivers emails to a mail server.
 * @param url `smtp://` or `smtps://`, with user and password where it asks for them
 * @param sender the sender that people see, or the address of one that is named after the site
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
      connectionTimeout: PATIENCE,
      greetingTimeout: PATIENCE,
      socketTimeout: PATIENCE,
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
        // As an object, an address cannot be a list of several.
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

/**
 * Sends emails at once and in the background: how long a request takes must not tell whether an address has an account.
 * They have links that work for an hour, so they do not wait in the outbox, where the database and its backups would also
 * show the links. A failed delivery is retried for half a minute.
 */
export const createDirectSender =
  ({ deliver, render, readBrand, onFailure }: DirectOptions): SendEmail =>
  async ({ to, ...content }) => {
    const date = new Date();
    const write = async () => {
      const brand = await readBrand();
      const { subject } = content;
      return { to, senderName: siteName(brand), date, subject, ...render(content, brand) };
    };
    const attempt = async (retries: number[]): Promise<void> => {
      try {
        await deliver(await write());
      } catch (error) {
        const [delay, ...later] = retries;
        if (delay === undefined) throw error;
        await sleep(delay, undefined, { ref: false });
        await attempt(later);
      }
    };
    attempt(RETRIES).catch(onFailure);
  };
