import { CloudOff, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Notice } from '#web/ui/notice.tsx';
import { useOffline } from '#web/ui/use-offline.ts';

const reload = () => window.location.reload();

/**
 * Error page for a screen that failed to load or to render. Without a connection, it waits for it and is reloaded then,
 * which also loads the styles of the screen. The browser would show its own error page if the site was still out of reach.
 */
export const PageFailure = () => {
  const isOffline = useOffline();
  const [isWaiting, setIsWaiting] = useState(isOffline);
  useEffect(() => {
    if (isWaiting && !isOffline) fetch('').then(reload, () => setIsWaiting(false));
  }, [isWaiting, isOffline]);
  if (isWaiting || isOffline)
    return (
      <div className="page">
        <Notice icon={<CloudOff />} title="You’re offline" heading="h1" role="status">
          <p className="muted">This page will be loaded when you’re connected again.</p>
        </Notice>
      </div>
    );
  return (
    <div className="page">
      <Notice icon={<Unplug />} title="This page could not be displayed" heading="h1" role="alert">
        <p className="muted">Reloading the page usually helps.</p>
        <button type="button" className="btn btn-primary" onClick={reload}>
          Reload
        </button>
      </Notice>
    </div>
  );
};
