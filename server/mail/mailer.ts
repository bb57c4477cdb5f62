import { createTransport } from 'nodemailer';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Hands a mail on. @throws Error where it could not be handed on */
export type SendMail = (mail: Mail) => Promise<void>;

/** Milliseconds. */
const PATIENCE = 10_000;

/**
 * Sends mails by a mail server.
 * @param url `smtp://` or `smtps://`, with user and password where it asks for them
 * @param from the sender that people see
 */
export const createSmtpMailer = (url: string, from: string): SendMail => {
  const transport = createTransport(
    { url, connectionTimeout: PATIENCE, greetingTimeout: PATIENCE, socketTimeout: PATIENCE },
    { from },
  );
  return async (mail) => {
    await transport.sendMail(mail);
  };
};

/**
 * Hands mails on without making anybody wait: how long a request takes must not tell whether an address has an
 * account. Failures are passed to `onFailure`; a user who misses an email can request it again.
 */
export const inBackground =
  (send: SendMail, onFailure: (error: unknown) => void): SendMail =>
  async (mail) => {
    send(mail).catch(onFailure);
  };
