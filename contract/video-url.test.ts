import { describe, expect, it } from 'vitest';
import { parseVideoUrl, videoUrl } from './video-url.ts';

const YOUTUBE = { provider: 'youtube', id: 'dQw4w9WgXcQ' };
const VIMEO = { provider: 'vimeo', id: '76979871' };
const UNLISTED = { provider: 'vimeo', id: '76979871/0123abcdef' };

describe('parseVideoUrl', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', YOUTUBE],
    ['https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=43s', YOUTUBE],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc', YOUTUBE],
    ['youtu.be/dQw4w9WgXcQ', YOUTUBE],
    ['  http://m.youtube.com/shorts/dQw4w9WgXcQ ', YOUTUBE],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', YOUTUBE],
    ['https://www.youtube.com/live/dQw4w9WgXcQ', YOUTUBE],
    ['https://vimeo.com/76979871', VIMEO],
    ['vimeo.com/channels/staffpicks/76979871', VIMEO],
    ['https://player.vimeo.com/video/76979871', VIMEO],
    ['https://vimeo.com/76979871/0123abcdef', UNLISTED],
    ['https://player.vimeo.com/video/76979871?h=0123abcdef&title=0', UNLISTED],
  ])('recognizes %s', (address, video) => {
    expect(parseVideoUrl(address)).toEqual(video);
  });

  it.each([
    '',
    'dQw4w9WgXcQ',
    'https://www.youtube.com/',
    'https://www.youtube.com/@someone',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ"><script>',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ',
    'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com/about',
    'https://vimeo.com/76979871/../../evil',
  ])('does not accept %s as a video', (address) => {
    expect(parseVideoUrl(address)).toBeUndefined();
  });

  it('accepts the addresses that it creates', () => {
    for (const video of [YOUTUBE, VIMEO, UNLISTED] as const)
      expect(parseVideoUrl(videoUrl(video as Parameters<typeof videoUrl>[0]))).toEqual(video);
  });
});
