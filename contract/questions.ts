import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  deletedResponseSchema,
  idParamsSchema,
  idSchema,
  keyed,
  modifiedResponseSchema,
  textSchema,
  timestampSchema,
} from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';
import { versionSchema } from './lessons.ts';
import { pageQuerySchema, pageSizeSchema } from './paging.ts';
import { reportInputSchema } from './reports.ts';
import { hidingSchema } from './review.ts';

/**
 * `answers` and `answersByStudent`: the number of visible answers to a question, in total and by the same student, at
 * which students can add no more. `questionsByStudent`: the same for a student's questions about a lesson. `page` and
 * `largestPage`: the default and maximum number of questions on a page.
 * `answersShown`: the answers that come with each question. `answerPage`: the maximum number of further answers on a
 * page. The largest response is about 600,000 characters of text.
 */
export const QUESTION_LIMITS = {
  answers: 100,
  answersByStudent: 20,
  questionsByStudent: 30,
  page: 10,
  largestPage: 20,
  answersShown: 5,
  answerPage: 50,
} as const;

/**
 * The author of a question or answer. `isTeacher`: whether they teach the class. Deleted users have the name "Deleted
 * user".
 */
const authorSchema = z.object({ name: z.string(), image: z.string(), isTeacher: z.boolean() });

/**
 * A question or an answer, as plain text. `number` increases with time. `hiddenReason` is why an admin has hidden it;
 * only its author and admins receive hidden questions and answers.
 */
const postSchema = z.object({
  _id: idSchema,
  number: z.int(),
  text: z.string(),
  author: authorSchema,
  createdAt: timestampSchema,
  editedAt: timestampSchema.optional(),
  version: z.int(),
  isOwn: z.boolean(),
  hiddenReason: z.string().optional(),
});

/** An answer. The class's teacher can accept one answer per question. */
export const answerSchema = postSchema.extend({ isAccepted: z.boolean() }).meta({ id: 'Answer' });

/** The parameter `after` of the next page of answers. Null if there is none. */
const nextAnswersSchema = z.int().nullable();

/**
 * A question with its first answers: the accepted one, then the oldest. `answerCount` is the number of answers that the
 * caller can see, and `nextAnswers` the parameter `after` for the remaining ones.
 */
export const questionSchema = postSchema
  .extend({
    lessonId: idSchema,
    answers: z.array(answerSchema).max(QUESTION_LIMITS.answersShown),
    answerCount: z.int(),
    nextAnswers: nextAnswersSchema,
  })
  .meta({ id: 'Question' });

const answerPageSchema = z.object({
  answers: z.array(answerSchema).max(QUESTION_LIMITS.answerPage),
  next: nextAnswersSchema,
});

/** What the caller may do under a lesson. */
const rightsSchema = z.object({ ask: z.boolean(), answer: z.boolean(), accept: z.boolean() });

/** A page of questions. `next` is the parameter `before` of the next page, or null if there is none. */
export const questionPageSchema = z.object({
  questions: z.array(questionSchema).max(QUESTION_LIMITS.largestPage),
  next: z.int().nullable(),
  rights: rightsSchema,
});

/** A question without an answer, in the list of the teacher. */
export const openQuestionSchema = z
  .object({
    _id: idSchema,
    classId: idSchema,
    /** The title of the class. */
    title: z.string(),
    lessonId: idSchema,
    lesson: z.string(),
    text: z.string(),
    name: z.string(),
    createdAt: timestampSchema,
  })
  .meta({ id: 'OpenQuestion' });

export const questionInputSchema = z.object({ text: textSchema(TEXT_LIMITS.question, 'Question') });
export const answerInputSchema = z.object({ text: textSchema(TEXT_LIMITS.question, 'Answer') });
export const postUpdateSchema = z.object({
  text: textSchema(TEXT_LIMITS.question, 'Text'),
  version: versionSchema,
});
export type Question = z.infer<typeof questionSchema>;
export type Answer = z.infer<typeof answerSchema>;
export type QuestionRights = z.infer<typeof rightsSchema>;
export type OpenQuestion = z.infer<typeof openQuestionSchema>;

const tag = 'Questions';
const createdSchema = z.object({ insertedId: idSchema });

export const listQuestions = defineCall({
  method: 'GET',
  path: '/lessons/:id/questions',
  summary:
    'The questions under a lesson with their first answers, newest first, for its students, its teacher and admins. `before`: those that are older than this number',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  query: z.object({
    before: z.coerce.number().int().min(1).optional(),
    limit: pageSizeSchema.max(QUESTION_LIMITS.largestPage).optional(),
  }),
  response: questionPageSchema,
});

export const getQuestion = defineCall({
  method: 'GET',
  path: '/questions/:id',
  summary: 'A question with its first answers',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: questionSchema,
});

export const listAnswers = defineCall({
  method: 'GET',
  path: '/questions/:id/answers',
  summary:
    'The answers to a question page by page: the accepted one first, then the oldest. `after`: the others whose number is higher',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  query: z.object({
    after: z.coerce.number().int().min(0).optional(),
    limit: pageSizeSchema.max(QUESTION_LIMITS.answerPage).optional(),
  }),
  response: answerPageSchema,
});

export const askQuestion = defineCall({
  method: 'POST',
  path: '/lessons/:id/questions',
  summary: 'Ask a question under a lesson of a class that the caller is enrolled in; its teacher is notified',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  body: keyed(questionInputSchema),
  response: createdSchema,
});

export const answerQuestion = defineCall({
  method: 'POST',
  path: '/questions/:id/answers',
  summary: `Answer a question, as a student or the teacher of the class; its author is notified. Students can answer until a question has ${QUESTION_LIMITS.answers} visible answers, ${QUESTION_LIMITS.answersByStudent} of them their own; its teacher always can`,
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  body: keyed(answerInputSchema),
  response: createdSchema,
});

export const acceptAnswer = defineCall({
  method: 'PUT',
  path: '/answers/:id/acceptance',
  summary: "Mark an answer as the accepted one of its question, or unmark it; for the class's teacher",
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: z.object({ isAccepted: z.boolean() }),
  response: modifiedResponseSchema,
});

export const updatePost = defineCall({
  method: 'PUT',
  path: '/posts/:id',
  summary:
    "Change the caller's own question or answer. 409 `edit_conflict` with the `current` text if it has changed since `version`",
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  body: postUpdateSchema,
  response: z.object({ version: z.int() }),
});

export const deletePost = defineCall({
  method: 'DELETE',
  path: '/posts/:id',
  summary: "Delete the caller's own question or answer; a question only while nobody else has answered it",
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  response: deletedResponseSchema,
});

export const reportPost = defineCall({
  method: 'POST',
  path: '/posts/:id/report',
  summary:
    'Report another user’s question or answer to the admins. Repeating the call changes nothing, unless the text has changed since the report was dismissed',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  body: reportInputSchema,
  response: modifiedResponseSchema,
});

export const listOpenQuestions = defineCall({
  method: 'GET',
  path: '/questions/open',
  summary: "The questions in the caller's classes that nobody has answered, oldest first",
  tag,
  authorization: 'required',
  query: pageQuerySchema.omit({ q: true }).extend({ classId: idSchema.optional() }),
  response: z.array(openQuestionSchema),
});

export const hidePost = defineCall({
  method: 'PATCH',
  path: '/posts/hide/:id',
  summary:
    'Hide a question or answer: only its author still sees it, with the reason. 409 `edit_conflict` if it has changed since `changedAt`',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: hidingSchema,
  response: modifiedResponseSchema,
});

export const showPost = defineCall({
  method: 'PATCH',
  path: '/posts/show/:id',
  summary: 'Show a hidden question or answer again',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});
