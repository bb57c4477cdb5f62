import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/own-feedback.ts';
import { request } from './client/api-client.ts';
import { feedbackKeys } from './feedback.ts';

export const ownFeedbackQuery = (classId: string) =>
  queryOptions({
    queryKey: [...feedbackKeys.all, 'own', classId],
    queryFn: async () => (await request(calls.getOwnFeedback, { query: { classId } })).data.feedback,
  });

export const giveFeedback = async (body: calls.FeedbackInput) =>
  (await request(calls.giveFeedback, { body })).data;
