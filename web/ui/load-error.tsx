import { CloudOff } from 'lucide-react';
import { Notice } from './notice.tsx';

interface LoadErrorProps {
  title: string;
  heading?: 'h1' | 'p';
  onRetry: () => void;
}

/** An error message for content that failed to load, with a Try again button. */
export const LoadError = ({ title, heading, onRetry }: LoadErrorProps) => (
  <Notice icon={<CloudOff />} title={title} heading={heading} role="alert">
    <button type="button" className="btn btn-primary" onClick={onRetry}>
      Try again
    </button>
  </Notice>
);
