/** Characters of a class's description that are shown on its card and, until it is expanded, on its page. */
export const DESCRIPTION_PREVIEW = 80;
