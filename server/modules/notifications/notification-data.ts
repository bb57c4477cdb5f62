import type { NotificationKind } from '#contract/notifications.ts';

/** A class at the time of the event. */
interface ClassFacts {
  classId: string;
  /** The title of the class. */
  title: string;
}

/** `amount` is in minor units. Without `currency`, it is in dollars. */
interface MoneyFacts {
  paymentId: string;
  title: string;
  amount: number;
  currency?: string;
}

interface AssignmentFacts extends ClassFacts {
  assignment: string;
}

/** `date` is the last day. Its time zone is UTC if it is absent. */
interface DeadlineFacts {
  date: string;
  timeZone?: string;
}

/**
 * The facts of each kind of notification, as of the event. The texts are generated from them, so a wording can change
 * without changing stored data.
 */
export interface NotificationData {
  welcome: object;
  /** Receipts of earlier versions had whole numbers and no date. */
  receipt: MoneyFacts & ClassFacts & { receiptNumber: string | number; date?: string };
  /**
   * `ended`: the whole payment was refunded, which ended the enrollment. `stillEnrolled`: it did not, because the payer has
   * the class for another reason, such as another payment.
   */
  refund: MoneyFacts & { reason: string | null; ended?: boolean; stillEnrolled?: boolean };
  /**
   * `refused`: the provider refused to make the refund. Otherwise, it made it, and the bank rejected it. `access`: whether
   * the payer has kept the class or has it back. It is absent if they do not have it, and in earlier versions.
   */
  'refund failed': MoneyFacts & { refused?: boolean; access?: 'kept' | 'restored' };
  'teacher request received': object;
  'teacher request approved': object;
  'teacher request rejected': { reason: string | null };
  'class approved': ClassFacts;
  'class rejected': ClassFacts & { reason: string | null };
  'class withdrawn': ClassFacts & { reason: string | null };
  'class change approved': ClassFacts;
  'class change rejected': ClassFacts & { reason: string | null };
  /** What the teacher has written about themselves. */
  'bio hidden': { reason: string };
  'bio shown': object;
  /** The amount of a free class is 0. */
  sale: ClassFacts & Pick<MoneyFacts, 'amount' | 'currency'>;
  'student left': ClassFacts & { isPaidBack: boolean };
  'sales digest': {
    /** In UTC. */
    day: string;
    /** That of the sales without one of their own, as earlier versions stored them. */
    currency?: string;
    sales: { title: string; count: number; amount: number; currency?: string }[];
  };
  announcement: ClassFacts & { text: string };
  'new assignment': AssignmentFacts & DeadlineFacts;
  'deadline near': AssignmentFacts & DeadlineFacts;
  /** `previousDueAt`: the later deadline that the student was told before. */
  'deadline moved': AssignmentFacts & DeadlineFacts & { previousDueAt: string };
  'submission sent': AssignmentFacts & { late: boolean };
  'submission received': AssignmentFacts & { late: boolean; student: string };
  'submission graded': AssignmentFacts & {
    marks: number;
    outOf: number;
    passMarks?: number;
    comment: string;
  };
  /** `path` is the screen that shows it. `isAddition`: its author has added to it. */
  'new question': ClassFacts & { lesson: string; text: string; path: string; isAddition?: boolean };
  'new answer': ClassFacts & { lesson: string; text: string; path: string };
  'new feedback': ClassFacts & { rating: number; text: string };
  'feedback reply': ClassFacts & { text: string };
  certificate: ClassFacts & { path: string };
  /** When the seat is no longer kept. */
  'seat free': ClassFacts & { keptUntil: string };
  'seat expired': ClassFacts;
  'waiting list closed': ClassFacts;
  dispute: MoneyFacts & { dueBy: string | null };
  /** It is about a payment unless `about` says otherwise. */
  attention: { what: string; todo: string; about?: 'emails' | 'backups' };
  notice: { subject: string; greeting: string; paragraphs: string[] };
  contact: { from: string; message: string };
  /** Its link is only created when it is sent. */
  invitation: { invitationId: string; until: string };
}

/** A notification to create. A user gets at most one of the same kind and subject. */
export type NewNotification = {
  [Kind in NotificationKind]: {
    userId: string;
    kind: Kind;
    subject: string;
    data: NotificationData[Kind];
    /**
     * Events that another user can cause one after the other. Only the first of a thread within an hour is also sent by
     * email.
     */
    thread?: string;
  };
}[NotificationKind];
