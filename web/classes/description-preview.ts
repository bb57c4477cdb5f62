/** Characters of a class's description on its card, and on its page before it is unfolded. */
export const DESCRIPTION_PREVIEW = 80;
