import { useQuery } from '@tanstack/react-query';
import { type Ref, useRef, useState, type VideoHTMLAttributes } from 'react';
import type { Lesson } from '#contract/lessons.ts';
import { mediaUrlsQuery } from '#web/calls/files.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Offline } from '#web/ui/offline.tsx';
import { languageName } from './languages.ts';
import './lesson.css';

/** Consecutive failures after which the user is asked to try again. */
const MAX_FAILURES = 2;

interface UploadedVideoProps extends VideoHTMLAttributes<HTMLVideoElement> {
  lesson: Pick<Lesson, 'title' | 'poster' | 'captions'> & Required<Pick<Lesson, 'file'>>;
  /** Email of the signed-in user. */
  viewer: string | undefined;
  ref?: Ref<HTMLVideoElement>;
}

/**
 * An uploaded video in the browser's own player, which provides the controls, captions and keyboard support. Its link
 * expires after some hours. The player then gets a new one and resumes at the same position.
 */
export const UploadedVideo = ({ lesson, viewer, onLoadedMetadata, ...video }: UploadedVideoProps) => {
  const { title, file, poster, captions = [] } = lesson;
  const ids = [file._id, ...captions.map((one) => one.file._id)];
  const { data, dataUpdatedAt, isError, isPaused, refetch } = useQuery(mediaUrlsQuery(ids, viewer));
  const [hasFailed, setHasFailed] = useState(false);
  const failures = useRef(0);
  const stoppedAt = useRef(0);
  const retry = () => {
    setHasFailed(false);
    void refetch();
  };
  if (isError || hasFailed) return <LoadError title="The video could not be loaded" onRetry={retry} />;
  if (!data && isPaused) return <Offline what="The video" />;
  if (!data)
    return (
      <div className="lesson-video" aria-busy="true">
        <span className="spinner m-auto size-8" aria-hidden="true" />
      </div>
    );
  const [address, ...tracks] = data;
  return (
    <div className="lesson-video">
      <video
        {...video}
        key={dataUpdatedAt}
        src={address}
        poster={poster}
        aria-label={title}
        controls
        playsInline
        preload="metadata"
        onPlaying={() => {
          failures.current = 0;
        }}
        onLoadedMetadata={(event) => {
          if (stoppedAt.current > 0) event.currentTarget.currentTime = stoppedAt.current;
          stoppedAt.current = 0;
          onLoadedMetadata?.(event);
        }}
        onError={({ currentTarget }) => {
          stoppedAt.current = currentTarget.currentTime;
          failures.current += 1;
          if (failures.current > MAX_FAILURES) setHasFailed(true);
          else void refetch();
        }}
      >
        {captions.map(({ language }, index) => (
          <track
            key={language}
            kind="captions"
            src={tracks[index]}
            srcLang={language}
            label={languageName(language)}
            default={index === 0}
          />
        ))}
      </video>
    </div>
  );
};
