/** What an email says. HTML and text are both made from it. */
export interface EmailContent {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** Names with their values. */
  facts?: [string, string][];
  /** What a person wrote. */
  quote?: string;
  action?: { label: string; url: string };
  /** Shown below the action. */
  after?: string[];
  /** The page on which the recipient chooses what they get. Absent: the email is transactional. */
  preferencesUrl?: string;
}
