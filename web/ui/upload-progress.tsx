import { useOffline } from './use-offline.ts';

interface UploadProgressProps {
  /** Names the progress bar for screen readers. */
  label: string;
  /** From 0 to 1. */
  progress: number;
  /** Whether the server was not reached or demanded a pause. The upload resumes by itself. */
  isInterrupted: boolean;
  /** Shown once everything was sent, while the server works on it. */
  sent: string;
}

/** How far an upload has come, or that it waits. */
export const UploadProgress = ({ label, progress, isInterrupted, sent }: UploadProgressProps) => {
  const isOffline = useOffline();
  const percent = Math.round(progress * 100);
  const isWaiting = isOffline || isInterrupted;
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-sm">
      <progress className="progress w-28 progress-primary" max={100} value={percent} aria-label={label} />
      {!isWaiting && (
        <span aria-hidden="true" className="muted">
          {percent === 100 ? sent : `${percent}%`}
        </span>
      )}
      <span role="status" className="muted">
        {isWaiting && (isOffline ? 'Waiting for a connection…' : 'Waiting to continue…')}
      </span>
    </span>
  );
};
