/** Characters of feedback in carousels and tables. */
export const FEEDBACK_PREVIEW = 150;
