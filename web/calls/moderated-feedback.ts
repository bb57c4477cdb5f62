import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/moderated-feedback.ts';
import { request, requestPage } from './client/api-client.ts';
import { feedbackKeys } from './feedback.ts';

export const moderatedFeedbackQuery = (query: calls.ModeratedFeedbackQuery) =>
  queryOptions({
    queryKey: [...feedbackKeys.all, 'moderation', query],
    queryFn: () => requestPage(calls.listModeratedFeedback, { query }),
    placeholderData: keepPreviousData,
  });

export const hideFeedback = async (id: string, reason: string, changedAt: string) =>
  (await request(calls.hideFeedback, { params: { id }, body: { reason, changedAt } })).data;

export const showFeedback = async (id: string) =>
  (await request(calls.showFeedback, { params: { id } })).data;
