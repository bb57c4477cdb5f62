/** The space in bytes that must stay free on a disk of the site. */
export const NEEDED_SPACE = 200 * 1024 ** 2;

/** The error codes of the file system if a disk or a quota is full. */
export const DISK_FULL: readonly string[] = ['ENOSPC', 'EDQUOT'];
