/** The space in bytes that must stay free on a disk of the site. */
export const NEEDED_SPACE = 200 * 1024 ** 2;
