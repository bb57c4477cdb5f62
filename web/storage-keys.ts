/** The browser's storage keys. */
export const STORAGE_KEYS = {
  theme: 'theme',
  accessToken: 'access-token',
  progress: 'lesson-progress',
  playbackSpeed: 'playback-speed',
} as const;
