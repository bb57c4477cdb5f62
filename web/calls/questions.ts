import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/questions.ts';
import { request, requestPage } from './client/api-client.ts';
import { sendOnce } from './client/send-once.ts';

export const questionKeys = { all: ['questions'] as const };

/** The questions under a lesson, page by page. @param viewer email of the signed-in user */
export const questionsQuery = (lessonId: string, viewer: string) =>
  infiniteQueryOptions({
    queryKey: [...questionKeys.all, 'under', lessonId, viewer],
    queryFn: async ({ pageParam }) =>
      (
        await request(calls.listQuestions, {
          params: { id: lessonId },
          query: pageParam === null ? {} : { before: pageParam },
        })
      ).data,
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });

export const questionQuery = (id: string, viewer: string) =>
  queryOptions({
    queryKey: [...questionKeys.all, 'one', id, viewer],
    queryFn: async () => (await request(calls.getQuestion, { params: { id } })).data,
  });

const answersAfter = async (id: string, after: number) =>
  (await request(calls.listAnswers, { params: { id }, query: { after } })).data;

/** The answers to a question that follow the first ones, all pages. @param after `nextAnswers` of the question */
export const otherAnswersQuery = (id: string, viewer: string, after: number) =>
  queryOptions({
    queryKey: [...questionKeys.all, 'answers', id, viewer, after],
    queryFn: async () => {
      const answers: calls.Answer[] = [];
      let next: number | null = after;
      while (next !== null) {
        const page: Awaited<ReturnType<typeof answersAfter>> = await answersAfter(id, next);
        answers.push(...page.answers);
        next = page.next;
      }
      return answers;
    },
  });

/** The oldest unanswered questions in the caller's classes, and how many there are in total. */
export const openQuestionsQuery = (limit: number) =>
  queryOptions({
    queryKey: [...questionKeys.all, 'open', limit],
    queryFn: () => requestPage(calls.listOpenQuestions, { query: { limit } }),
  });

export const askQuestion = (lessonId: string, text: string) =>
  sendOnce(
    ['question', lessonId, text],
    async (key) => (await request(calls.askQuestion, { params: { id: lessonId }, body: { text, key } })).data,
  );

export const answerQuestion = (id: string, text: string) =>
  sendOnce(
    ['answer', id, text],
    async (key) => (await request(calls.answerQuestion, { params: { id }, body: { text, key } })).data,
  );

export const acceptAnswer = async (id: string, isAccepted: boolean) =>
  (await request(calls.acceptAnswer, { params: { id }, body: { isAccepted } })).data;

export const updatePost = async (id: string, body: { text: string; version: number }) =>
  (await request(calls.updatePost, { params: { id }, body })).data;

export const deletePost = async (id: string) => (await request(calls.deletePost, { params: { id } })).data;

export const reportPost = async (id: string, reason: string) =>
  (await request(calls.reportPost, { params: { id }, body: { reason } })).data;

export const hidePost = async (id: string, reason: string, changedAt: string) =>
  (await request(calls.hidePost, { params: { id }, body: { reason, changedAt } })).data;

export const showPost = async (id: string) => (await request(calls.showPost, { params: { id } })).data;
