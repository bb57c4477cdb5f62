import { CloudOff, Unplug } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Notice } from '#web/ui/notice.tsx';
import { useOffline } from '#web/ui/use-offline.ts';

/** How long the site may take to respond once the connection is back, in milliseconds. */
const RESPONSE_LIMIT = 10_000;

const reload = () => window.location.reload();

/**
 * Error page for a screen that failed to load or to render. Without a connection, it waits for it and is reloaded then,
 * which also loads the styles of the screen. The browser would show its own error page if the site was still out of reach.
 */
export const PageFailure = () => {
  const isOffline = useOffline();
  const [isWaiting, setIsWaiting] = useState(isOffline);
  // The browser may notice the loss after the screen has failed.
  if (isOffline && !isWaiting) setIsWaiting(true);
  useEffect(() => {
    if (!isWaiting || isOffline) return undefined;
    const request = new AbortController();
    const timer = setTimeout(() => request.abort(), RESPONSE_LIMIT);
    let hasLeft = false;
    fetch('', { signal: request.signal }).then(
      () => !hasLeft && reload(),
      () => !hasLeft && setIsWaiting(false),
    );
    return () => {
      hasLeft = true;
      clearTimeout(timer);
      request.abort();
    };
  }, [isWaiting, isOffline]);
  if (isWaiting)
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
