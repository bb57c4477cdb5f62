/** The pictures of a brand without its own: a sail over water, and what social networks show. */
export const OWN_MARK = '/favicon.svg';
export const SHARED_PICTURE = '/pictures/share.png';
