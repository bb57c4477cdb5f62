import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface MailServerOptions {
  port?: number;
  /** Called for each recipient. @throws the refusal */
  onRecipient?: (address: string) => Promise<void> | void;
  /** Called for each message before it is accepted. @throws the refusal */
  onMessage?: (message: Email) => Promise<void> | void;
}

/** A mail server that stores the messages it accepts. */
export interface MailServer {
  url: string;
  port: number;
  messages: Email[];
  /** The accepted messages to an address. */
  to: (address: string) => Email[];
  close: () => Promise<void>;
}

const refusal = (error: unknown): Error => error as Error;

/** An error that the mail server returns with this code. */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** Starts a real SMTP server on the local machine. */
export const startMailServer = async ({
  port = 0,
  onRecipient,
  onMessage,
}: MailServerOptions = {}): Promise<MailServer> => {
  const messages: Email[] = [];
  const options: SMTPServerOptions = {
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 10,
    onRcptTo: ({ address }, _session, done) => {
      Promise.resolve(address)
        .then(onRecipient ?? (() => undefined))
        .then(
          () => done(),
          (error: unknown) => done(refusal(error)),
        );
    },
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks))
          .then(async (message) => {
            await onMessage?.(message);
            messages.push(message);
          })
          .then(
            () => done(),
            (error: unknown) => done(refusal(error)),
          );
      });
    },
  };
  const server = new SMTPServer(options);
  server.on('error', () => undefined);
  const listening = await new Promise<number>((resolve) => {
    const listener = server.listen(port, '127.0.0.1', () => {
      resolve((listener.address() as { port: number }).port);
    });
  });
  return {
    url: `smtp://127.0.0.1:${listening}`,
    port: listening,
    messages,
    to: (address) => messages.filter(({ to = [] }) => to.some((recipient) => recipient.address === address)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
