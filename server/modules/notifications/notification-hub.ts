import { NOTIFICATIONS, notificationsTopic } from '../../database/topics.ts';

/** Forwards the announcements of changed notifications, which PostgreSQL sends to every server. */
export class NotificationHub {
  private readonly byUser = new Map<string, Set<() => void>>();
  private readonly listeners = new Set<() => void>();

  /**
   * Announces a change.
   * @param topic `notificationsTopic` of a user, `NOTIFICATIONS` if it can be any user, or `EMAILS` if it is none
   */
  announce(topic: string): void {
    const notified = topic === NOTIFICATIONS ? [...this.byUser.values()] : [this.byUser.get(topic) ?? []];
    for (const listener of [...notified.flatMap((set) => [...set]), ...this.listeners]) listener();
  }

  /** Calls `listener` for any change. */
  onAnnounce(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** Calls `listener` when the user's notifications change. @returns a function that stops this */
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
