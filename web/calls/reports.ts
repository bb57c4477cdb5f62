import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/reports.ts';
import { hideAnnouncement, showAnnouncement } from './announcements.ts';
import { hideBio, showBio } from './bios.ts';
import { request, requestPage } from './client/api-client.ts';
import { hideFeedback, showFeedback } from './moderated-feedback.ts';
import { hidePost, showPost } from './questions.ts';

export const reportKeys = { all: ['reports'] as const };

export const reportedQuery = (query: calls.ReportsQuery) =>
  queryOptions({
    queryKey: [...reportKeys.all, query],
    queryFn: () => requestPage(calls.listReported, { query }),
    placeholderData: keepPreviousData,
  });

/** Dismisses the reports on a text, unless its author has changed it since it was loaded. */
export const dismissReports = async ({ _id, changedAt }: calls.Reported) =>
  (await request(calls.dismissReports, { params: { id: _id }, body: { changedAt } })).data;

const HIDE = {
  question: hidePost,
  answer: hidePost,
  feedback: hideFeedback,
  announcement: hideAnnouncement,
  bio: hideBio,
};
const SHOW = {
  question: showPost,
  answer: showPost,
  feedback: showFeedback,
  announcement: showAnnouncement,
  bio: showBio,
};

/** Hides what was reported, unless its author has changed it since it was loaded. */
export const hideReported = ({ _id, kind, changedAt }: calls.Reported, reason: string) =>
  HIDE[kind](_id, reason, changedAt);

/** Shows what was hidden again. */
export const showReported = ({ _id, kind }: calls.Reported) => SHOW[kind](_id);
