import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as emails from '#web/entry-emails.tsx';
import { PROJECT_ROOT } from '../project-root.ts';
import type { RenderEmail } from './email.ts';

const RENDERER = join(PROJECT_ROOT, 'dist/pages/entry-emails.js');

/** Loads the renderer of emails, which the build creates from the React components in `web/emails/`. */
export const loadEmailRenderer = async (): Promise<RenderEmail> => {
  const { renderEmail } = (await import(pathToFileURL(RENDERER).href)) as typeof emails;
  return renderEmail;
};
