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

const idIn = (address: URL): [VideoProvider, string | null | undefined] | undefined => {
  const host = address.hostname.replace(/^www\./, '');
  if (host === 'youtu.be') return ['youtube', address.pathname.slice(1).split('/')[0]];
  if (YOUTUBE_HOSTS.includes(host)) return ['youtube', youtubeId(address)];
  return VIMEO_HOSTS.includes(host) ? ['vimeo', vimeoId(address)] : undefined;
};

const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(/^[a-z]+:/i.test(text) ? text : `https://${text}`);
  } catch {
    return undefined;
  }
};

/** Parses an address of YouTube or Vimeo in any of its forms. Undefined for any other address. */
export const parseVideoAddress = (text: string): EmbeddedVideo | undefined => {
  const address = parseUrl(text.trim());
  if (!address || !['http:', 'https:'].includes(address.protocol)) return undefined;
  const [provider, id] = idIn(address) ?? [];
  return provider && id && VIDEO_ID[provider].test(id) ? { provider, id } : undefined;
};

/** The address of the page on which the video can be watched. */
export const videoAddress = ({ provider, id }: EmbeddedVideo): string =>
  provider === 'youtube' ? `https://www.youtube.com/watch?v=${id}` : `https://vimeo.com/${id}`;

/** The origins of the players, for the Content-Security-Policy. */
export const PLAYER_ORIGINS = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const;

/** The address of the player in its privacy mode, with autoplay. */
export const playerAddress = ({ provider, id }: EmbeddedVideo): string => {
  const [youtube, vimeo] = PLAYER_ORIGINS;
  if (provider === 'youtube') return `${youtube}/embed/${id}?autoplay=1&rel=0`;
  const [video, key] = id.split('/');
  return `${vimeo}/video/${video}?dnt=1&autoplay=1${key ? `&h=${key}` : ''}`;
};
