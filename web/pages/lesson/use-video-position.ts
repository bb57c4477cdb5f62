import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Learning } from '#web/learning/use-learning.ts';

/** Milliseconds between two positions that are kept in this browser while a video plays. */
const INTERVAL = 5_000;
/** Seconds before the end from which a video starts over, and after the start within which it does not skip. */
const MARGIN = 2;

/**
 * Resumes a video where the student left off, and saves their position: in this browser every few seconds and on
 * pause, and on the server at intervals and when they leave.
 * @param learning undefined for viewers without progress
 */
export const useVideoPosition = (lessonId: string, learning: Learning | undefined) => {
  const video = useRef<HTMLVideoElement>(null);
  const known = learning?.positionIn(lessonId);
  const [start, setStart] = useState<number>();
  if (start === undefined && known !== undefined) setStart(known);
  const [resumedAt, setResumedAt] = useState<number>();
  const isReady = useRef(false);
  /** Whether the video is seeking to the position where the student left off. */
  const isSkipping = useRef(false);
  const last = useRef({ position: -1, at: 0 });

  const resume = () => {
    const { current: player } = video;
    if (isReady.current || start === undefined || !player || player.readyState < player.HAVE_METADATA) return;
    isReady.current = true;
    const isInside = start >= MARGIN && !(start > player.duration - MARGIN);
    if (!isInside || player.currentTime > MARGIN) return;
    last.current.position = start;
    player.currentTime = start;
    isSkipping.current = true;
  };
  const resumeOnceKnown = useEffectEvent(() => resume());
  useEffect(() => resumeOnceKnown(), [start]);

  const keep = () => {
    const { current: player } = video;
    if (!isReady.current || !player || player.ended) return;
    const position = Math.floor(player.currentTime);
    if (position === last.current.position) return;
    last.current = { position, at: Date.now() };
    learning?.recordPosition(lessonId, position);
  };
  const leave = useEffectEvent(() => {
    keep();
    if (last.current.at > 0) learning?.leave();
  });
  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && leave();
    const onPageHide = () => leave();
    document.addEventListener('visibilitychange', onHidden);
    window.addEventListener('pagehide', onPageHide);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      window.removeEventListener('pagehide', onPageHide);
    };
  }, []);
  // The element is gone when the screen's effects are cleaned up, so the last kept position is sent.
  const send = useEffectEvent(() => {
    if (last.current.at > 0) learning?.leave();
  });
  useEffect(() => () => send(), []);

  const setRate = (rate: number) => {
    if (!video.current) return;
    // A reloaded video starts with the default rate.
    video.current.defaultPlaybackRate = rate;
    video.current.playbackRate = rate;
  };

  return {
    video,
    /** Sets the playback rate. */
    setRate,
    /** The position that the video resumed at, in seconds. */
    resumedAt,
    handlers: {
      onLoadedMetadata: () => resume(),
      onTimeUpdate: () => {
        if (Date.now() - last.current.at >= INTERVAL && !video.current?.paused) keep();
      },
      onPause: keep,
      onSeeked: () => {
        if (isSkipping.current) setResumedAt(start);
        else if (video.current?.paused) keep();
        isSkipping.current = false;
      },
      onEnded: () => {
        last.current = { position: 0, at: Date.now() };
        learning?.recordPosition(lessonId, 0, true);
      },
    },
  };
};
