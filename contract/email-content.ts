/** The content of an email, from which both its HTML and its plain text are rendered. */
export interface EmailContent {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** Labels with their values. */
  facts?: [string, string][];
  /** A text that a user wrote. */
  quote?: string;
  action?: { label: string; url: string };
  /** A link in small print below the action. */
  help?: { label: string; url: string };
  /** Shown below the action. */
  after?: string[];
  /** The address of the recipient's email preferences. Absent for transactional emails. */
  preferencesUrl?: string;
}
