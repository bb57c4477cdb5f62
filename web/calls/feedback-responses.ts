import * as calls from '#contract/feedback-responses.ts';
import { request } from './client/api-client.ts';

export const replyToFeedback = async (id: string, body: calls.FeedbackReply) =>
  (await request(calls.replyToFeedback, { params: { id }, body })).data;

export const deleteReply = async (id: string) => (await request(calls.deleteReply, { params: { id } })).data;

export const reportFeedback = async (id: string, reason: string) =>
  (await request(calls.reportFeedback, { params: { id }, body: { reason } })).data;
