import { createTransport } from 'nodemailer';
import { defaultSender, isLocalSender } from '../../email/sender.ts';
import type { Environment } from '../../settings/environment.ts';
import { ok, type Outcome, problem, warning } from '../outcome.ts';

/** Milliseconds. */
const TIMEOUT = 8_000;

const adviceFor = (code: string | undefined): string => {
  if (code === 'EAUTH') return 'Check the user and the password in SMTP_URL.';
  if (code === 'ETLS')
    return 'Use smtps:// for a server that speaks TLS from the start, smtp:// for one that begins in clear text.';
  return 'Check the host and the port in SMTP_URL, and whether a firewall lets this machine send email.';
};

/** Checks whether the mail server accepts the connection, TLS and the password, and whether the sender has a domain. No email is sent. */
export const checkEmail = async (
  { smtpUrl, demo, mailFrom, baseUrl }: Environment,
  contactEmail: string | undefined,
): Promise<Outcome> => {
  if (!smtpUrl) {
    return demo
      ? ok('The demo shows its emails under /sandbox/mail')
      : warning(
          `No mail server: nobody can reset a password${contactEmail ? ', and messages of the contact form are not delivered' : ''}`,
          'Set it to the address of a mail server.',
          'SMTP_URL',
        );
  }
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });
  try {
    await transport.verify();
    const { host } = new URL(smtpUrl);
    const sender = mailFrom ?? defaultSender(baseUrl ?? 'http://localhost');
    if (isLocalSender(sender))
      return warning(
        `${host} accepts our connection, but emails come from ${sender}, which many mail servers refuse`,
        'Set it to an address of your domain.',
        'MAIL_FROM',
      );
    return ok(`${host} accepts our connection`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return problem(
      `The mail server does not accept us: ${message.split('\n')[0]}`,
      adviceFor(code),
      'SMTP_URL',
    );
  } finally {
    transport.close();
  }
};
