import type { TestApp } from './test-app.ts';

/** The texts of the outbox's messages to somebody, the newest first, without HTML. */
export const emailsTo = async (app: TestApp, email: string): Promise<string[]> => {
  const html = await (await fetch(`${app.url}/sandbox/mail`)).text();
  return html
    .split('<article>')
    .slice(1)
    .filter((message) => message.includes(`To ${email}<`))
    .map((message) => message.replace(/<[^>]+>/g, ' ').replaceAll('&#38;', '&'));
};

export const linkIn = (message: string): string => /https?:\/\/\S+/.exec(message)![0];

/** The token of the link in the newest message to somebody. */
export const tokenEmailedTo = async (app: TestApp, email: string): Promise<string> =>
  new URL(linkIn((await emailsTo(app, email))[0] ?? 'https://no.mail/')).searchParams.get('token')!;
