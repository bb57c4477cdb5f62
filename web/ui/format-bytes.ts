const MEGABYTE = 1024 ** 2;

/** Formats a file size: `12.3 MB`, `4 KB`. */
export const formatBytes = (bytes: number): string =>
  bytes >= MEGABYTE / 10
    ? `${(bytes / MEGABYTE).toFixed(1).replace(/\.0$/, '')} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} KB`;
