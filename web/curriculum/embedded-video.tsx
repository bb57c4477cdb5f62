import { CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { playerUrl, type EmbeddedVideo as Video } from '#contract/video-url.ts';
import { PLAYER_NAMES } from './player-names.ts';
import './lesson.css';

/** Moves the focus from the removed button to the player, whose keys work from then on. */
const focusPlayer = (player: HTMLIFrameElement | null): void => player?.focus({ preventScroll: true });

/**
 * The YouTube or Vimeo player in its privacy mode. Nothing is requested from the provider until the user starts the
 * video.
 */
export const EmbeddedVideo = ({ video, title }: { video: Video; title: string }) => {
  const [isPlaying, setIsPlaying] = useState(false);
  return (
    <div className="lesson-video">
      {isPlaying ? (
        <iframe
          ref={focusPlayer}
          src={playerUrl(video)}
          title={title}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          allowFullScreen
        />
      ) : (
        <button type="button" onClick={() => setIsPlaying(true)}>
          <CirclePlay className="size-12" aria-hidden="true" />
          <span className="font-semibold">Play the video</span>
          <span className="text-sm">It is loaded from {PLAYER_NAMES[video.provider]}.</span>
        </button>
      )}
    </div>
  );
};
