/** Characters of feedback, and of the reply to it, in carousels and tables. */
export const FEEDBACK_PREVIEW = 150;
