import type { VideoProvider } from '#contract/video-address.ts';

/** What people call the services whose players are embedded. */
export const PLAYER_NAMES: Record<VideoProvider, string> = { youtube: 'YouTube', vimeo: 'Vimeo' };
