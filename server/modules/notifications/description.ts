import type { NotificationKind } from '#contract/notifications.ts';
import type { NotificationData } from './notification-data.ts';

/** The texts of a notification, in the product and by email. */
export interface Description {
  /** The title in the product and the subject of the email. */
  title: string;
  /** The first paragraph is also shown in the product. */
  paragraphs: string[];
  /** Labels with their values. */
  facts?: [string, string][];
  /** A text that a user wrote. */
  quote?: string;
  /** The path of the screen that it is about, and the label of the email's button. */
  action?: { label: string; path: string };
  /** A further link of the email. */
  help?: { label: string; path: string };
  /**
   * The moment by which the recipient has to act. The product shows it in the time zone of the reader, and no email is sent
   * afterwards.
   */
  deadline?: Date;
  /** Emails with the same thread belong to one conversation. */
  thread?: string;
}

/** How the texts of each kind are written from its facts. */
export type Describe = { [Kind in NotificationKind]: (data: NotificationData[Kind]) => Description };
