import { Unplug } from 'lucide-react';
import { Notice } from '#web/ui/notice.tsx';

/** Error page for a screen that failed to load or to render. */
export const PageFailure = () => (
  <div className="page">
    <Notice icon={<Unplug />} title="This page could not be displayed" heading="h1" role="alert">
      <p className="muted">You may have lost your connection. Reloading the page usually helps.</p>
      <button type="button" className="btn btn-primary" onClick={() => window.location.reload()}>
        Reload
      </button>
    </Notice>
  </div>
);
