import { renderToStaticMarkup } from 'react-dom/server';
import { toPlainText } from 'react-email';
import type { Brand } from '#contract/brand.ts';
import type { EmailContent } from '#contract/email-content.ts';
import { EmailMessage } from './emails/email-message.tsx';

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Renders an email in the site's brand, as HTML and as plain text for email clients without HTML. */
export const renderEmail = (content: EmailContent, brand: Brand): { html: string; text: string } => {
  const html = DOCTYPE + renderToStaticMarkup(<EmailMessage {...content} brand={brand} />);
  return { html, text: toPlainText(html, { wordwrap: false }) };
};
