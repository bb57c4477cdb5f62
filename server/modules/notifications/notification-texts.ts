import type { NotificationKind } from '#contract/notifications.ts';
import { ACCESS_PAGES, classPage, LINKED_PAGES, PUBLIC_PAGES } from '#contract/pages.ts';
import { PAYMENT_PROBLEM, paymentProblemPage } from '#contract/payment-problem.ts';
import { CLASS_DESCRIPTIONS } from './class-descriptions.ts';
import type { Describe, Description } from './description.ts';
import { day, isolated, moment, money, quoted } from './format-facts.ts';

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
        ended && 'You’re no longer enrolled in this class. A certificate of it is no longer valid.',
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
  'bio hidden': ({ reason }) => ({
    title: 'What you wrote about yourself is hidden',
    paragraphs: [
      'An admin has hidden the text on your public page. Nobody else sees it, and you can’t edit it while it is hidden.',
    ],
    ...reasonOf({ reason }),
    action: { label: 'View your text', path: LINKED_PAGES.ownPublicPage },
  }),
  'bio shown': () => ({
    title: 'What you wrote about yourself is shown again',
    paragraphs: ['Your public page shows your text again, and you can edit it.'],
    action: { label: 'View your text', path: LINKED_PAGES.ownPublicPage },
  }),
  sale: ({ title, classId, amount, currency }) => ({
    title: `New student in ${quoted(title)}`,
    ...(amount === 0
      ? {
          paragraphs: [`A student enrolled in ${quoted(title)} for free.`],
          action: { label: 'View students', path: LINKED_PAGES.classStudents(classId) },
        }
      : {
          paragraphs: [`A student paid ${money(amount, currency)} for ${quoted(title)}.`],
          action: { label: 'View earnings', path: LINKED_PAGES.earnings },
        }),
  }),
  'student left': ({ title, classId, isPaidBack }) => ({
    title: `A student left ${quoted(title)}`,
    paragraphs: [
      isPaidBack
        ? `A student of ${quoted(title)} got the money back and is no longer enrolled.`
        : `A student who was enrolled for free left ${quoted(title)}.`,
    ],
    action: { label: 'View students', path: LINKED_PAGES.classStudents(classId) },
  }),
  'sales digest': ({ day: date, currency: common, sales }) => {
    const count = sales.reduce((sum, sale) => sum + sale.count, 0);
    const sums = new Map<string | undefined, number>();
    for (const { amount, currency = common } of sales)
      if (amount > 0) sums.set(currency, (sums.get(currency) ?? 0) + amount);
    const total = [...sums].map(([currency, amount]) => money(amount, currency));
    return {
      title: `${count} new ${count === 1 ? 'student' : 'students'} on ${day(date)}`,
      paragraphs: [
        total.length > 0
          ? `Your sales on ${day(date)} (UTC) were ${LIST.format(total)}.`
          : `Your new students on ${day(date)} (UTC) enrolled for free.`,
      ],
      facts: sales.map(({ title, count: times, amount, currency = common }) => [
        title,
        `${times} × · ${amount === 0 ? 'free' : money(amount, currency)}`,
      ]),
      action: { label: 'View earnings', path: LINKED_PAGES.earnings },
      thread: 'sales',
    };
  },
  ...CLASS_DESCRIPTIONS,
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
