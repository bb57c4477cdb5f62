import type { EmailTopic, NotificationKind } from '#contract/notifications.ts';

/** Kinds that are for admins only. Somebody who has lost the role since the event neither sees nor receives them. */
export const ADMIN_KINDS = ['dispute', 'attention'] as const satisfies NotificationKind[];

/** Kinds that are shown in the product only. */
export const PRODUCT_ONLY: readonly NotificationKind[] = ['student left', 'bio hidden', 'bio shown'];

/** Kinds with a text, a title or a name by a user that no admin has approved. Unconfirmed addresses get no such email. */
export const UNREVIEWED: ReadonlySet<NotificationKind> = new Set<NotificationKind>([
  'class rejected',
  'announcement',
  'new assignment',
  'deadline near',
  'deadline moved',
  'submission sent',
  'submission received',
  'submission graded',
  'new question',
  'new answer',
  'new feedback',
  'feedback reply',
]);

/** The topic with which users can turn off emails of a kind. Kinds without a topic are always sent. */
export const TOPIC_OF: Partial<Record<NotificationKind, EmailTopic>> = {
  announcement: 'announcements',
  'new assignment': 'assignments',
  'deadline near': 'assignments',
  'deadline moved': 'assignments',
  'submission graded': 'grades',
  'submission sent': 'submissions',
  'submission received': 'submissions',
  'sales digest': 'sales',
  'new question': 'questions',
  'new answer': 'questions',
  'new feedback': 'feedback',
  'feedback reply': 'feedback',
  certificate: 'certificates',
  'seat free': 'waiting lists',
  'seat expired': 'waiting lists',
  'waiting list closed': 'waiting lists',
};
