import { createTransport } from 'nodemailer';

export interface Email {
  to: string;
  subject: string;
  text: string;
}

/** Sends a message. @throws Error if it could not be handed over */
export type SendEmail = (message: Email) => Promise<void>;

/** Milliseconds. */
const PATIENCE = 10_000;

/**
 * Sends messages through a mail server.
 * @param url `smtp://` or `smtps://`, with user and password where it asks for them
 * @param from the sender that people see
 */
export const createSmtpMailer = (url: string, from: string): SendEmail => {
  const transport = createTransport(
    { url, connectionTimeout: PATIENCE, greetingTimeout: PATIENCE, socketTimeout: PATIENCE },
    { from },
  );
  return async (message) => {
    await transport.sendMail(message);
  };
};

/**
 * Sends messages without making anybody wait: how long a request takes must not tell whether an address has an
 * account. Failures are passed to `onFailure`; a user who misses an email can request it again.
 */
export const inBackground =
  (send: SendEmail, onFailure: (error: unknown) => void): SendEmail =>
  async (message) => {
    send(message).catch(onFailure);
  };
