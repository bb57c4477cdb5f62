import { type Brand, siteName } from '#contract/brand.ts';
import type { Deliver, RenderEmail } from '../email/email.ts';

interface Sender {
  deliver: Deliver;
  render: RenderEmail;
  readBrand: () => Promise<Brand>;
  baseUrl: string;
}

/** Sends a test email. @returns the mail server's error, or null if it accepted the email */
export type SendTestEmail = (to: string) => Promise<string | null>;

/**
 * Creates a function that sends a test email immediately and without retries, so that its result is known.
 * @param sender absent if the site has no mail server
 */
export const createTestEmailSender =
  (sender: Sender | undefined): SendTestEmail =>
  async (to) => {
    if (!sender) return 'This site has no mail server. Set SMTP_URL.';
    const { deliver, render, readBrand, baseUrl } = sender;
    const brand = await readBrand();
    const content = {
      subject: 'Test email',
      greeting: 'Hello,',
      paragraphs: ['You asked for this email to test your settings. Your site can send email.'],
      action: { label: 'Open your site', url: baseUrl },
    };
    const { subject } = content;
    try {
      await deliver({
        to,
        senderName: siteName(brand),
        date: new Date(),
        subject,
        ...render(content, brand),
      });
      return null;
    } catch (error) {
      return (error as Error).message.split('\n')[0]!;
    }
  };
