const MEGABYTE = 1024 ** 2;

const withUnit = (size: number, unit: string): string => `${size.toFixed(1).replace(/\.0$/, '')} ${unit}`;

/** Formats a file size: `2 GB`, `12.3 MB`, `4 KB`. */
export const formatBytes = (bytes: number): string => {
  const megabytes = bytes / MEGABYTE;
  // A size just below would be rounded to 1024 MB.
  if (megabytes >= 1023.95) return withUnit(megabytes / 1024, 'GB');
  return megabytes >= 0.1 ? withUnit(megabytes, 'MB') : `${Math.max(1, Math.round(bytes / 1024))} KB`;
};
