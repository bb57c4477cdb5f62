/** The services whose players can be embedded. */
export const VIDEO_PROVIDERS = ['youtube', 'vimeo'] as const;
export type VideoProvider = (typeof VIDEO_PROVIDERS)[number];

/** A video of one of these services. The id of an unlisted Vimeo video is followed by a slash and its key. */
export interface EmbeddedVideo {
  provider: VideoProvider;
  id: string;
}

const YOUTUBE_HOSTS = ['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtube-nocookie.com'];
const VIMEO_HOSTS = ['vimeo.com', 'player.vimeo.com'];

/** The format of each service's video ids, as they are stored. */
export const VIDEO_ID: Record<VideoProvider, RegExp> = {
  youtube: /^[\w-]{11}$/,
  vimeo: /^\d{5,12}(\/[\da-f]{8,12})?$/,
};

const youtubeId = ({ pathname, searchParams }: URL): string | null | undefined =>
  pathname === '/watch' ? searchParams.get('v') : /^\/(?:embed|shorts|live|v)\/([^/]+)/.exec(pathname)?.[1];

const vimeoId = ({ pathname, searchParams }: URL): string | undefined => {
  const [, id, key = searchParams.get('h')] =
    /^\/(?:video\/|channels\/[\w-]+\/)?(\d+)(?:\/(\w+))?\/?$/.exec(pathname) ?? [];
  return id && key ? `${id}/${key}` : id;
};

const idIn = (url: URL): [VideoProvider, string | null | undefined] | undefined => {
  const host = url.hostname.replace(/^www\./, '');
  if (host === 'youtu.be') return ['youtube', url.pathname.slice(1).split('/')[0]];
  if (YOUTUBE_HOSTS.includes(host)) return ['youtube', youtubeId(url)];
  return VIMEO_HOSTS.includes(host) ? ['vimeo', vimeoId(url)] : undefined;
};

const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(/^[a-z]+:/i.test(text) ? text : `https://${text}`);
  } catch {
    return undefined;
  }
};

/** Parses a URL of YouTube or Vimeo in any of its forms. Undefined for any other URL. */
export const parseVideoUrl = (text: string): EmbeddedVideo | undefined => {
  const url = parseUrl(text.trim());
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined;
  const [provider, id] = idIn(url) ?? [];
  return provider && id && VIDEO_ID[provider].test(id) ? { provider, id } : undefined;
};

/** The URL of the page on which the video can be watched. */
export const videoUrl = ({ provider, id }: EmbeddedVideo): string =>
  provider === 'youtube' ? `https://www.youtube.com/watch?v=${id}` : `https://vimeo.com/${id}`;

/** The origins of the players, for the Content-Security-Policy. */
export const PLAYER_ORIGINS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const;

/** The URL of the player in its privacy mode, with autoplay. */
export const playerUrl = ({ provider, id }: EmbeddedVideo): string => {
  const [youtube, vimeo] = PLAYER_ORIGINS;
  if (provider === 'youtube') return `${youtube}/embed/${id}?autoplay=1&rel=0`;
  const [video, key] = id.split('/');
  return `${vimeo}/video/${video}?dnt=1&autoplay=1${key ? `&h=${key}` : ''}`;
};
