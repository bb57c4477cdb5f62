import { DEFAULT_TIME_ZONE, endOfDay } from '#contract/deadline.ts';
import { RATING } from '#contract/feedback.ts';
import { classPage, LINKED_PAGES, MESSAGE_PAGES, PUBLIC_PAGES } from '#contract/pages.ts';
import type { Describe } from './description.ts';
import { day, isolated, moment, quoted } from './format-facts.ts';

/** The texts of what happens in a class between its teacher and its students. */
export const CLASS_DESCRIPTIONS = {
  announcement: ({ title, text, classId }) => ({
    title: `Announcement in ${quoted(title)}`,
    paragraphs: [`The teacher of ${quoted(title)} wrote to all students.`],
    quote: text,
    action: { label: 'View class', path: MESSAGE_PAGES.announcements(classId) },
    thread: `announcements-${classId}`,
  }),
  'new assignment': ({ title, classId, assignment, date, timeZone = DEFAULT_TIME_ZONE }) => ({
    title: `New assignment in ${quoted(title)}`,
    paragraphs: [`${quoted(assignment)} is due by the end of ${day(date)} (${timeZone}).`],
    deadline: endOfDay(date, timeZone),
    action: { label: 'View assignment', path: MESSAGE_PAGES.assignment(classId) },
    thread: `assignment-${classId}`,
  }),
  'deadline near': ({ title, classId, assignment, date, timeZone = DEFAULT_TIME_ZONE }) => ({
    title: `${quoted(assignment)} is due soon`,
    paragraphs: [
      `You have not submitted ${quoted(assignment)} in ${quoted(title)} yet. It is due by the end of ${day(date)} (${timeZone}).`,
    ],
    deadline: endOfDay(date, timeZone),
    action: { label: 'Submit your work', path: MESSAGE_PAGES.assignment(classId) },
    thread: `assignment-${classId}`,
  }),
  'deadline moved': ({ title, classId, assignment, date, timeZone = DEFAULT_TIME_ZONE }) => ({
    title: `The deadline of ${quoted(assignment)} was moved`,
    paragraphs: [
      `${quoted(assignment)} in ${quoted(title)} is now due by the end of ${day(date)} (${timeZone}).`,
    ],
    deadline: endOfDay(date, timeZone),
    action: { label: 'View assignment', path: MESSAGE_PAGES.assignment(classId) },
    thread: `assignment-${classId}`,
  }),
  'submission sent': ({ title, classId, assignment, late }) => ({
    title: `We received your submission for ${quoted(assignment)}`,
    paragraphs: [
      `Your submission in ${quoted(title)} was received${late ? ' after the deadline' : ''}. You’ll hear from us when it is graded.`,
    ],
    action: { label: 'View submission', path: MESSAGE_PAGES.ownSubmission(classId) },
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
    action: { label: 'View submission', path: MESSAGE_PAGES.ownSubmission(classId) },
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
  'new feedback': ({ title, rating, text, classId }) => ({
    title: `New feedback on ${quoted(title)}`,
    paragraphs: [`A student gave ${quoted(title)} ${rating} of ${RATING.max} stars.`],
    quote: text,
    action: { label: 'View feedback', path: MESSAGE_PAGES.classFeedback(classId) },
    thread: `feedback-${classId}`,
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
} satisfies Partial<Describe>;
