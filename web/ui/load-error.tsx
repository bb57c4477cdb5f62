import { CloudOff } from 'lucide-react';
import { Notice } from './notice.tsx';

/** A failed load, with Try again. */
export const LoadError = ({ title, onRetry }: { title: string; onRetry: () => void }) => (
  <Notice icon={<CloudOff />} title={title} role="alert">
    <button type="button" className="btn btn-primary" onClick={onRetry}>
      Try again
    </button>
  </Notice>
);
