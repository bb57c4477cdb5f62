import type { VideoProvider } from '#contract/video-url.ts';

/** The names of the services whose players can be embedded. */
export const PLAYER_NAMES: Record<VideoProvider, string> = { youtube: 'YouTube', vimeo: 'Vimeo' };
