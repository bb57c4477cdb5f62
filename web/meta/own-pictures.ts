/** The logo mark of brands without their own. */
export const OWN_MARK = '/favicon.svg';
