import { Unplug } from 'lucide-react';
import { Notice } from '#web/ui/notice.tsx';

/** In place of a page whose code could not be loaded or failed. */
export const PageFailure = () => (
  <div className="page">
    <Notice icon={<Unplug />} title="This page could not be shown" heading="h1" role="alert">
      <p className="muted">Your connection may have been lost. Loading the page again helps in most cases.</p>
      <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
        Load again
      </button>
    </Notice>
  </div>
);
