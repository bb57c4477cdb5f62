/** The logo mark of brands without their own. */
export const DEFAULT_LOGO_MARK = '/favicon.svg';
