import { CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { playerAddress, type EmbeddedVideo as Video } from '#contract/video-address.ts';
import './lesson.css';

const NAMES = { youtube: 'YouTube', vimeo: 'Vimeo' } as const;

/** The player of YouTube or Vimeo, in its privacy mode. Nothing is requested from them before the user starts it. */
export const EmbeddedVideo = ({ video, title }: { video: Video; title: string }) => {
  const [isPlaying, setIsPlaying] = useState(false);
  return (
    <div className="lesson-video">
      {isPlaying ? (
        <iframe
          src={playerAddress(video)}
          title={title}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          referrerPolicy="strict-origin-when-cross-origin"
          allowFullScreen
        />
      ) : (
        <button type="button" onClick={() => setIsPlaying(true)}>
          <CirclePlay className="size-12" aria-hidden="true" />
          <span className="font-semibold">Play the video</span>
          <span className="text-sm">It is loaded from {NAMES[video.provider]}.</span>
        </button>
      )}
    </div>
  );
};
