import type { Logger } from 'pino';
import { type Changes, listenForChanges } from './database/changes.ts';
import { NOTIFICATIONS, TOPICS } from './database/topics.ts';
import type { ResponseCache } from './http/response-cache/response-cache.ts';
import type { NotificationHub } from './modules/notifications/notification-hub.ts';
import type { SiteInfoCache } from './modules/site-pages/site-info-cache.ts';

interface Receivers {
  responseCache: ResponseCache;
  hub: NotificationHub;
  siteInfo: SiteInfoCache;
  /** Called when seats of a class may have become free. */
  onFreeSeats: () => void;
}

/** Passes every change that any server commits to the parts of this one that depend on it. */
export const relayChanges = (
  databaseUrl: string,
  log: Logger,
  { responseCache, hub, siteInfo, onFreeSeats }: Receivers,
): Changes =>
  listenForChanges(databaseUrl, {
    onChange: (topic) => {
      if (topic === TOPICS.site) siteInfo.invalidate();
      if (topic === TOPICS.everything || topic === TOPICS.site) responseCache.invalidateAll(true);
      else if (topic.startsWith(NOTIFICATIONS)) hub.announce(topic);
      else if (topic === TOPICS.seats) onFreeSeats();
      else responseCache.invalidate(topic);
    },
    onListening: (isListening) => {
      siteInfo.listen(isListening);
      responseCache.invalidateAll(isListening);
      // What was announced meanwhile is not announced again.
      if (isListening) hub.announce(NOTIFICATIONS);
    },
    onFailure: (error) =>
      log.warn(
        { err: error },
        'Lost the connection that listens for changes; nothing is cached until it is back',
      ),
  });
