import type { TestApp } from './test-app.ts';

/** The texts of the outbox's mails to somebody, the newest first, without HTML. */
export const mailsTo = async (app: TestApp, email: string): Promise<string[]> => {
  const html = await (await fetch(`${app.url}/sandbox/mail`)).text();
  return html
    .split('<article>')
    .slice(1)
    .filter((mail) => mail.includes(`To ${email}<`))
    .map((mail) => mail.replace(/<[^>]+>/g, ' ').replaceAll('&#38;', '&'));
};

export const linkIn = (mail: string): string => /https?:\/\/\S+/.exec(mail)![0];

/** The token of the link in the newest mail to somebody. */
export const tokenMailedTo = async (app: TestApp, email: string): Promise<string> =>
  new URL(linkIn((await mailsTo(app, email))[0] ?? 'https://no.mail/')).searchParams.get('token')!;
