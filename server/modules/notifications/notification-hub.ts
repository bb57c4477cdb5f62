import { NOTIFICATIONS, notificationsTopic } from '../../database/topics.ts';

/** Passes on whose notifications have changed, which PostgreSQL tells every server. */
export class NotificationHub {
  private readonly byUser = new Map<string, Set<() => void>>();
  private readonly listeners = new Set<() => void>();

  /** @param topic `notificationsTopic` of a user, `NOTIFICATIONS` where it can be any, or `EMAILS` where it is none */
  announce(topic: string): void {
    const told = topic === NOTIFICATIONS ? [...this.byUser.values()] : [this.byUser.get(topic) ?? []];
    for (const listener of [...told.flatMap((set) => [...set]), ...this.listeners]) listener();
  }

  /** Calls `listener` for any change. */
  onAnnounce(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** Calls `listener` when the user's notifications change. @returns a function that ends it */
  listen(userId: string, listener: () => void): () => void {
    const topic = notificationsTopic(userId);
    const listeners = this.byUser.get(topic) ?? new Set();
    this.byUser.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.byUser.get(topic) === listeners) this.byUser.delete(topic);
    };
  }
}
