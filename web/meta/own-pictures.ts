/** Default pictures for brands without their own: the logo mark, and the image for social networks. */
export const OWN_MARK = '/favicon.svg';
export const SHARED_PICTURE = '/pictures/share.png';
