/** The keys under which the browser stores what it keeps of a user. */
export const STORAGE_KEYS = {
  theme: 'theme',
  accessToken: 'access-token',
  progress: 'lesson-progress',
  playbackSpeed: 'playback-speed',
} as const;
