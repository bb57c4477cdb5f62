import type { Database } from '../../database/client.ts';
import { findContactEmail } from '../../modules/site-settings/site-settings.repository.ts';
import type { Environment } from '../../settings/environment.ts';
import { ok, type Outcome, warning } from '../outcome.ts';

/** Checks whether messages of the contact form have a recipient. The check of the mail server finds out if they can be delivered. */
export const checkContactForm = async (
  db: Database,
  { contactEmail, demo }: Pick<Environment, 'contactEmail' | 'demo'>,
): Promise<Outcome> => {
  const recipient = (await findContactEmail(db)) ?? contactEmail;
  if (recipient) return ok(`Messages go to ${recipient}`);
  return demo
    ? ok('The demo has no contact address, so the form only shows a confirmation')
    : warning(
        'Messages are confirmed but discarded, because there is no contact address',
        'Enter a contact address under Site Settings.',
      );
};
