import { readPage } from '#web/lists/read-page.ts';

/** The query parameter with the current page of the feedback. */
const PARAMETER = 'feedback';

export const readFeedbackPage = (search: URLSearchParams): number => readPage(search.get(PARAMETER));

/** The query string of a class page that shows a page of the feedback. */
export const feedbackSearch = (page: number): string => (page > 1 ? `?${PARAMETER}=${page}` : '');
