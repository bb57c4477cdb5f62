import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/feedback.ts';
import { request, requestPage } from './client/api-client.ts';

export const feedbackKeys = { all: ['feedback'] as const };

/** The newest feedback across all classes. */
export const latestFeedbackQuery = (limit: number) =>
  queryOptions({
    queryKey: [...feedbackKeys.all, 'latest', limit],
    queryFn: async () => (await request(calls.listFeedback, { query: { limit } })).data,
  });

export const classFeedbackQuery = (classId: string, page: number, limit: number) =>
  queryOptions({
    queryKey: [...feedbackKeys.all, 'of-class', classId, page, limit],
    queryFn: () => requestPage(calls.listFeedback, { query: { classId, page, limit } }),
    placeholderData: keepPreviousData,
  });

export const ratingSummaryQuery = (classId: string) =>
  queryOptions({
    queryKey: [...feedbackKeys.all, 'summary', classId],
    queryFn: async () => (await request(calls.getRatingSummary, { query: { classId } })).data,
  });
