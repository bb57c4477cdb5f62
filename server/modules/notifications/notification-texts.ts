import type { NotificationKind } from '#contract/notifications.ts';
import { DEFAULT_TIME_ZONE, endOfDay } from '#contract/deadline.ts';
import { ACCESS_PAGES, classPage, LINKED_PAGES, PUBLIC_PAGES } from '#contract/pages.ts';
import { PAYMENT_PROBLEM, paymentProblemPage } from '#contract/payment-problem.ts';
import { day, isolated, moment, money, quoted } from './format-facts.ts';
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

/** What needs attention, and the page that shows it. */
const ATTENTION = {
  payments: {
    title: 'A payment needs attention',
    action: { label: 'View payments', path: LINKED_PAGES.payments },
  },
  emails: {
    title: 'An email could not be delivered',
    action: { label: 'View undelivered emails', path: LINKED_PAGES.undeliveredEmails },
  },
  backups: {
    title: 'The site is not backed up',
    action: { label: 'View Site Health', path: LINKED_PAGES.siteHealth },
  },
};

const LIST = new Intl.ListFormat('en');

const reasonOf = ({ reason }: { reason: string | null }) => (reason ? { quote: reason } : {});

type Describe = { [Kind in NotificationKind]: (data: NotificationData[Kind]) => Description };

/** The texts of every kind. */
const DESCRIPTIONS: Describe = {
  welcome: () => ({
    title: 'Welcome',
    paragraphs: [
      'Your account is ready. Find a class that suits you, or apply to teach one.',
      'If you did not create this account, you can ignore this email.',
    ],
    action: { label: 'Browse classes', path: PUBLIC_PAGES.allClasses },
  }),
  receipt: ({ title, amount, currency, paymentId, receiptNumber, date }) => ({
    title: `Receipt for ${quoted(title)}`,
    paragraphs: [`You’re enrolled in ${quoted(title)}. Thank you for your payment.`],
    facts: [
      ['Receipt', String(receiptNumber)],
      ['Class', title],
      ['Paid', money(amount, currency)],
    ],
    action: { label: 'View receipt', path: LINKED_PAGES.receipt(paymentId) },
    help: {
      label: PAYMENT_PROBLEM,
      path: paymentProblemPage({ title, date, receiptNumber: String(receiptNumber) }),
    },
    thread: `payment-${paymentId}`,
  }),
  refund: ({ title, amount, currency, paymentId, reason, ended, stillEnrolled }) => ({
    title: `Refund for ${quoted(title)}`,
    paragraphs: [
      [
        `We refunded ${money(amount, currency)} of your payment for ${quoted(title)}${reason ? `: ${quoted(reason)}` : ''}.`,
        ended && 'You’re no longer enrolled in this class.',
        stillEnrolled && 'You’re still enrolled in this class.',
        'It can take your bank 5 to 10 days to show the money.',
      ]
        .filter(Boolean)
        .join(' '),
    ],
    action: { label: 'View receipt', path: LINKED_PAGES.receipt(paymentId) },
    thread: `payment-${paymentId}`,
  }),
  'refund failed': ({ title, amount, currency, paymentId, refused, access }) => ({
    title: `Your refund for ${quoted(title)} is delayed`,
    paragraphs: [
      [
        `${refused ? 'We could not make' : 'Your bank did not accept'} the refund of ${money(amount, currency)} for ${quoted(title)}${refused ? ' yet' : ''}.`,
        'We’re looking into it and will contact you.',
        access &&
          `You ${access === 'kept' ? 'keep access to the class in the meantime' : 'have access to the class again until this is settled'}.`,
      ]
        .filter(Boolean)
        .join(' '),
    ],
    action: { label: 'View receipt', path: LINKED_PAGES.receipt(paymentId) },
    thread: `payment-${paymentId}`,
  }),
  'teacher request received': () => ({
    title: 'We received your request to teach',
    paragraphs: ['We will review it and tell you the outcome here and by email.'],
    action: { label: 'View your request', path: LINKED_PAGES.teacherRequest },
    thread: 'teacher-request',
  }),
  'teacher request approved': () => ({
    title: 'You can teach now',
    paragraphs: ['Your request to teach was approved. You can add your first class.'],
    action: { label: 'Add a class', path: LINKED_PAGES.addClass },
    thread: 'teacher-request',
  }),
  'teacher request rejected': ({ reason }) => ({
    title: 'Your request to teach was not approved',
    paragraphs: ['We did not approve your request to teach. You’re welcome to apply again.'],
    ...reasonOf({ reason }),
    action: { label: 'Apply again', path: LINKED_PAGES.teacherRequest },
    thread: 'teacher-request',
  }),
  'class approved': ({ title, classId }) => ({
    title: `${quoted(title)} is published`,
    paragraphs: [`Your class ${quoted(title)} was approved. Students can enroll now.`],
    action: { label: 'View class', path: classPage(classId) },
    thread: `class-${classId}`,
  }),
  'class rejected': ({ title, classId, reason }) => ({
    title: `${quoted(title)} was not approved`,
    paragraphs: [`We did not approve your class ${quoted(title)}. Correct it to submit it for review again.`],
    ...reasonOf({ reason }),
    action: { label: 'Edit class', path: LINKED_PAGES.updateClass(classId) },
    thread: `class-${classId}`,
  }),
  'class withdrawn': ({ title, classId, reason }) => ({
    title: `${quoted(title)} was withdrawn`,
    paragraphs: [
      `We withdrew your class ${quoted(title)}. Enrolled students keep access. Correct the class to submit it for review again.`,
    ],
    ...reasonOf({ reason }),
    action: { label: 'Edit class', path: LINKED_PAGES.updateClass(classId) },
    thread: `class-${classId}`,
  }),
  'class change approved': ({ title, classId }) => ({
    title: `Your change to ${quoted(title)} is published`,
    paragraphs: [`We approved your change to ${quoted(title)}. It is visible to everyone now.`],
    action: { label: 'View class', path: classPage(classId) },
    thread: `class-${classId}`,
  }),
  'class change rejected': ({ title, classId, reason }) => ({
    title: `Your change to ${quoted(title)} was not approved`,
    paragraphs: [
      `We did not approve your change to ${quoted(title)}. The class stays published as it was, and you can propose another change.`,
    ],
    ...reasonOf({ reason }),
    action: { label: 'Edit class', path: LINKED_PAGES.updateClass(classId) },
    thread: `class-${classId}`,
  }),
  sale: ({ title, amount, currency }) => ({
    title: `New student in ${quoted(title)}`,
    paragraphs: [`A student paid ${money(amount, currency)} for ${quoted(title)}.`],
    action: { label: 'View earnings', path: LINKED_PAGES.earnings },
  }),
  'sales digest': ({ day: date, currency: common, sales }) => {
    const count = sales.reduce((sum, sale) => sum + sale.count, 0);
    const sums = new Map<string | undefined, number>();
    for (const { amount, currency = common } of sales) sums.set(currency, (sums.get(currency) ?? 0) + amount);
    const total = [...sums].map(([currency, amount]) => money(amount, currency));
    return {
      title: `${count} new ${count === 1 ? 'student' : 'students'} on ${day(date)}`,
      paragraphs: [`Your sales on ${day(date)} (UTC) were ${LIST.format(total)}.`],
      facts: sales.map(({ title, count: times, amount, currency = common }) => [
        title,
        `${times} × · ${money(amount, currency)}`,
      ]),
      action: { label: 'View earnings', path: LINKED_PAGES.earnings },
      thread: 'sales',
    };
  },
  'new assignment': ({ title, classId, assignment, date, timeZone = DEFAULT_TIME_ZONE }) => ({
    title: `New assignment in ${quoted(title)}`,
    paragraphs: [`${quoted(assignment)} is due by the end of ${day(date)} (${timeZone}).`],
    deadline: endOfDay(date, timeZone),
    action: { label: 'View assignment', path: LINKED_PAGES.assignments(classId) },
    thread: `assignment-${classId}`,
  }),
  'deadline near': ({ title, classId, assignment, date, timeZone = DEFAULT_TIME_ZONE }) => ({
    title: `${quoted(assignment)} is due soon`,
    paragraphs: [
      `You have not submitted ${quoted(assignment)} in ${quoted(title)} yet. It is due by the end of ${day(date)} (${timeZone}).`,
    ],
    deadline: endOfDay(date, timeZone),
    action: { label: 'Submit your work', path: LINKED_PAGES.assignments(classId) },
    thread: `assignment-${classId}`,
  }),
  'submission sent': ({ title, classId, assignment, late }) => ({
    title: `We received your submission for ${quoted(assignment)}`,
    paragraphs: [
      `Your submission in ${quoted(title)} was received${late ? ' after the deadline' : ''}. You’ll hear from us when it is graded.`,
    ],
    action: { label: 'View submission', path: LINKED_PAGES.assignments(classId) },
    thread: `assignment-${classId}`,
  }),
  'submission received': ({ title, classId, assignment, student, late }) => ({
    title: `New submission for ${quoted(assignment)}`,
    paragraphs: [
      `${isolated(student)} submitted work${late ? ' after the deadline' : ''} in ${quoted(title)}.`,
    ],
    action: { label: 'Grade', path: LINKED_PAGES.classTask(classId) },
    thread: `submissions-${classId}`,
  }),
  'submission graded': ({ title, classId, assignment, marks, outOf, passMarks = 0, comment }) => ({
    title: `${quoted(assignment)} was graded`,
    paragraphs: [
      `You have ${marks} of ${outOf} marks for your submission in ${quoted(title)}.${
        marks < passMarks
          ? ` You need ${passMarks} to pass. You can improve your work and submit it again.`
          : ''
      }`,
    ],
    ...(comment && { quote: comment }),
    action: { label: 'View submission', path: LINKED_PAGES.assignments(classId) },
    thread: `assignment-${classId}`,
  }),
  'new question': ({ title, lesson, text, path, classId, isAddition }) => ({
    title: isAddition ? `More about a question in ${quoted(title)}` : `New question in ${quoted(title)}`,
    paragraphs: [
      isAddition
        ? `A student added to their question under ${quoted(lesson)}.`
        : `A student asked a question under ${quoted(lesson)}.`,
    ],
    quote: text,
    action: { label: 'Answer', path },
    thread: `questions-${classId}`,
  }),
  'new answer': ({ title, lesson, text, path, classId }) => ({
    title: `New answer in ${quoted(title)}`,
    paragraphs: [`There is an answer under ${quoted(lesson)}.`],
    quote: text,
    action: { label: 'View answer', path },
    thread: `questions-${classId}`,
  }),
  'feedback reply': ({ title, text, classId }) => ({
    title: `Reply to your feedback on ${quoted(title)}`,
    paragraphs: [`The teacher of ${quoted(title)} replied to your feedback.`],
    quote: text,
    action: { label: 'View reply', path: `${LINKED_PAGES.assignments(classId)}?feedback=own` },
    thread: `feedback-${classId}`,
  }),
  certificate: ({ title, path }) => ({
    title: `Your certificate for ${quoted(title)}`,
    paragraphs: [`Congratulations, you completed ${quoted(title)}. Your certificate is ready.`],
    action: { label: 'View certificate', path },
  }),
  'seat free': ({ title, classId, keptUntil }) => ({
    title: `A seat in ${quoted(title)} is free`,
    paragraphs: [
      `A seat in ${quoted(title)} is free, and you are next on the waiting list. It is reserved for you until ${moment(keptUntil)}. After that, we offer it to the next student.`,
    ],
    deadline: new Date(keptUntil),
    action: { label: 'Take the seat', path: classPage(classId) },
    thread: `class-${classId}`,
  }),
  'seat expired': ({ title, classId }) => ({
    title: `Your seat in ${quoted(title)} is no longer reserved`,
    paragraphs: [
      `The time to take your seat in ${quoted(title)} has passed. If the class is full, you can join its waiting list again.`,
    ],
    action: { label: 'View class', path: classPage(classId) },
    thread: `class-${classId}`,
  }),
  'waiting list closed': ({ title, classId }) => ({
    title: `${quoted(title)} is no longer offered`,
    paragraphs: [`You were on the waiting list of ${quoted(title)}. The class is no longer offered.`],
    action: { label: 'Browse classes', path: PUBLIC_PAGES.allClasses },
    thread: `class-${classId}`,
  }),
  dispute: ({ title, amount, currency, dueBy, paymentId }) => ({
    title: `A payment for ${quoted(title)} is disputed`,
    paragraphs: [
      'A cardholder has disputed a payment. Respond in the card provider’s dashboard before the deadline.',
    ],
    facts: [
      ['Payment', money(amount, currency)],
      ...(dueBy ? [['Deadline', moment(dueBy)] as [string, string]] : []),
    ],
    action: { label: 'View payments', path: LINKED_PAGES.payments },
    thread: `dispute-${paymentId}`,
  }),
  attention: ({ what, todo, about }) => ({
    ...ATTENTION[about ?? 'payments'],
    paragraphs: [what, todo],
  }),
  notice: ({ subject, paragraphs }) => ({ title: subject, paragraphs }),
  contact: ({ from, message }) => ({
    title: `Message from ${isolated(from)}`,
    paragraphs: [`${isolated(from)} wrote this in the contact form. Reply to this email to answer.`],
    quote: message,
  }),
  invitation: ({ until }) => ({
    title: 'You’re invited to create an account',
    paragraphs: [
      `You have been invited to register with this email address. The invitation is for you alone and is valid until ${moment(until)}.`,
      'If you did not expect this, you can ignore this email.',
    ],
    deadline: new Date(until),
    action: { label: 'Create your account', path: ACCESS_PAGES.invitation },
  }),
};

/** The texts of a stored notification. */
export const describeNotification = (kind: NotificationKind, data: unknown): Description =>
  (DESCRIPTIONS[kind] as (facts: unknown) => Description)(data);
