import { useState } from 'react';
import type { Lesson } from '#contract/lessons.ts';
import { UploadedVideo } from '#web/curriculum/uploaded-video.tsx';
import { keepSpeed, readSpeed, SPEEDS } from '#web/learning/playback-speed.ts';
import type { Learning } from '#web/learning/use-learning.ts';
import { useSession } from '#web/session/session-context.ts';
import { useVideoPosition } from './use-video-position.ts';

/** Formats a position in seconds: `1:05`, `1:00:05`. */
const formatPosition = (seconds: number): string => {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
};

interface LessonVideoProps {
  lesson: Lesson & Required<Pick<Lesson, 'file'>>;
  learning: Learning | undefined;
}

const Player = ({ lesson, learning, viewer }: LessonVideoProps & { viewer: string | undefined }) => {
  const [speed, setSpeed] = useState(readSpeed);
  const { video, resumedAt, setRate, handlers } = useVideoPosition(lesson._id, learning);
  return (
    <div className="grid gap-3">
      <UploadedVideo
        lesson={lesson}
        viewer={viewer}
        ref={video}
        {...handlers}
        onLoadedMetadata={() => {
          setRate(speed);
          handlers.onLoadedMetadata();
        }}
      />
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p role="status" className="muted">
          {resumedAt !== undefined && `Resumed at ${formatPosition(resumedAt)}`}
        </p>
        <label className="flex items-center gap-2">
          Speed
          <select
            className="select w-auto select-sm"
            value={speed}
            onChange={({ target }) => {
              const chosen = Number(target.value);
              setSpeed(chosen);
              setRate(chosen);
              keepSpeed(chosen);
            }}
          >
            {SPEEDS.map((one) => (
              <option key={one} value={one}>
                {one}×
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
};

/** The uploaded video of a lesson, which resumes where the student left off. */
export const LessonVideo = (props: LessonVideoProps) => {
  const { user, loading } = useSession();
  if (loading) return <div className="lesson-video" aria-busy="true" />;
  return <Player {...props} viewer={user?.email} />;
};
