import { ApiError } from '#web/calls/client/api-error.ts';
import { isCaller } from '#web/calls/session/access-token.ts';
import { type Kept, KeptContent, type Stored } from './kept-content.ts';
import { SentContents } from './sent-contents.ts';

/** Milliseconds between the last edit and the save, and between attempts while it cannot be saved. */
const DELAY = 800;
const RETRY_DELAY = 5_000;

export interface AutosaveState<Content> {
  content: Content;
  /**
   * - `blank`: there is no text yet, so nothing to save
   * - `offline`, `failed`: there is no connection, or the server could not save the content. It is sent again.
   * - `kept`: the user has been signed out, so the content is only in this browser
   */
  status: 'blank' | 'saved' | 'unsaved' | 'saving' | 'offline' | 'failed' | 'kept' | 'refused' | 'conflict';
  /** Why the server rejected the content: a general message, and one per field. */
  message?: string;
  fields?: Record<string, string>;
  /** With `conflict`: the content that another user or another tab has stored. */
  other?: Stored<Content>;
}

/** With these, there is content to send. */
const PENDING: AutosaveState<unknown>['status'][] = ['unsaved', 'offline', 'failed', 'kept'];

const isHidden = (): boolean => document.visibilityState === 'hidden';

interface AutosaveOptions<Content> {
  /** What the content is. With the user, the storage key under which this browser keeps it while it is unsaved. */
  key: string;
  /** Email of the user who writes the content. It is sent only while they are signed in. */
  user: string;
  stored: Stored<Content>;
  /** @throws ApiError */
  save: (content: Content, version: number) => Promise<{ version: number }>;
  /** Reads the stored content from an `edit_conflict` error. */
  readConflict: (current: Record<string, unknown>) => Stored<Content>;
  /** What the server stores of a content, if it drops or rewrites parts of it. By default the content itself. */
  storedPart?: (content: Content) => unknown;
}

/**
 * Saves content while the user writes, one request at a time. Unsaved content is kept in this browser, so it survives
 * a lost connection, a closed tab, and a conflict with another user's change, which the user resolves.
 */
export class Autosave<Content> {
  private state: AutosaveState<Content>;
  private version: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isSaving = false;
  private readonly kept: KeptContent<Content>;
  private readonly sent: SentContents<Content>;
  /** The unsaved content of another tab, if it differs. */
  private otherTab: Stored<Content> | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly options: AutosaveOptions<Content>;

  constructor(options: AutosaveOptions<Content>) {
    this.options = options;
    const { key, user, stored, storedPart } = options;
    this.sent = new SentContents(storedPart);
    this.version = stored.version;
    this.state = { content: stored.content, status: stored.content === '' ? 'blank' : 'saved' };
    this.kept = new KeptContent(`${key} ${user}`);
    const kept = this.kept.readOwn();
    const found: (Kept<Content> | undefined)[] = [kept, kept?.other];
    const [own, other] = found.filter(
      // What was sent may be stored after `stored` was read, even if the user has gone back to that since.
      (one) => one && (one.sent || !this.sent.isSame(one.content, stored.content)),
    );
    this.otherTab = other;
    this.sent.addAll(own?.sent);
    if (!own) this.kept.remove();
    else if (!other && this.isBasedOn(own, stored)) this.state = { content: own.content, status: 'unsaved' };
    else this.state = { content: own.content, status: 'conflict', other: other ?? stored };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    const send = () => void this.flush();
    const sendIfHidden = () => isHidden() && send();
    window.addEventListener('online', send);
    // The tab may be closed next, on phones even without another event.
    document.addEventListener('visibilitychange', sendIfHidden);
    window.addEventListener('pagehide', send);
    if (PENDING.includes(this.state.status)) this.schedule(0);
    return () => {
      this.listeners.delete(listener);
      window.removeEventListener('online', send);
      document.removeEventListener('visibilitychange', sendIfHidden);
      window.removeEventListener('pagehide', send);
      send();
    };
  };

  getState = (): AutosaveState<Content> => this.state;

  change = (content: Content): void => {
    this.set(this.isConflict ? { ...this.state, content } : { content, status: 'unsaved' });
    this.keep();
    if (!this.isConflict) this.schedule(DELAY);
  };

  /** Resolves a conflict by keeping either the user's own content or the other version. */
  resolve = (by: 'own' | 'other'): void => {
    const { other, content } = this.state;
    if (!other) return;
    this.version = Math.max(this.version, other.version);
    this.otherTab = undefined;
    // The other version may be unsaved content of another tab. Saving content that is already stored has no effect.
    this.set({ content: by === 'own' ? content : other.content, status: 'unsaved' });
    this.keep();
    this.schedule(0);
  };

  /** Whether nobody else has changed what is stored since the user has written what is kept. */
  private isBasedOn(kept: Kept<Content>, { content, version }: Stored<Content>): boolean {
    return kept.version === version || this.sent.has(content) || this.sent.isSame(kept.content, content);
  }

  private get isConflict(): boolean {
    return this.state.status === 'conflict';
  }

  private get isClosed(): boolean {
    return this.listeners.size === 0;
  }

  /** Whether the content was continued in another tab or in an editor that was opened later, which sends it. */
  private get isReplaced(): boolean {
    return this.isClosed && !this.kept.isOwn;
  }

  private set(state: AutosaveState<Content>): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }

  /** All tabs of a user share one storage key. Another tab's content is not overwritten without asking. */
  private keep(): void {
    const there = this.kept.readForeign();
    const before = there && this.kept.readOwn();
    if (there && before && this.sent.isSame(there.content, before.content)) {
      // It was only sent meanwhile, for example by an editor that was closed.
      this.sent.addAll(there.sent);
    } else if (there && !this.sent.isSame(there.content, this.state.content)) {
      this.otherTab = { content: there.content, version: there.version };
      this.set({ content: this.state.content, status: 'conflict', other: this.otherTab });
    }
    this.write();
  }

  private write(): void {
    this.kept.write({
      content: this.state.content,
      version: this.version,
      other: this.otherTab,
      sent: this.sent.list(),
    });
  }

  private schedule(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), delay);
  }

  private async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isSaving || !PENDING.includes(this.state.status) || this.isReplaced) return;
    const { content } = this.state;
    if (!isCaller(this.options.user)) {
      this.set({ content, status: 'kept' });
      return;
    }
    this.isSaving = true;
    this.set({ content, status: 'saving' });
    this.sent.add(content);
    // Before it is sent, because the tab may be closed before there is a response.
    if (this.kept.isOwn) this.write();
    try {
      const { version } = await this.options.save(content, this.version);
      this.version = version;
      this.finish(content);
    } catch (error) {
      this.fail(error as Error, content);
    } finally {
      this.isSaving = false;
    }
    if (this.state.status === 'unsaved') this.schedule(this.isClosed || isHidden() ? 0 : DELAY);
  }

  private finish(saved: Content): void {
    // The server refuses earlier attempts that have not arrived yet, because they are outdated.
    this.sent.clear();
    if (this.state.content === saved) {
      this.kept.remove();
      this.set({ content: saved, status: 'saved' });
    } else {
      // The content was changed while it was being saved.
      if (!this.isConflict) this.set({ content: this.state.content, status: 'unsaved' });
      if (!this.isReplaced) this.keep();
    }
  }

  private fail(error: Error, sent: Content): void {
    const { content } = this.state;
    const isUnexpected = !(error instanceof ApiError);
    if (isUnexpected) reportError(error);
    // A conflict with another tab is resolved first.
    if (this.isConflict) return;
    if (isUnexpected) {
      this.retryLater('failed');
    } else if (error.code === 'edit_conflict' && error.current) {
      this.meet(this.options.readConflict(error.current));
    } else if (error.refusesCaller) {
      // The user is being signed out. The content is sent when they open the editor again.
      this.set({ content, status: 'kept' });
    } else if (error.isTemporary || error.status === 429) {
      // A call without a response may also mean that the server is down.
      this.retryLater(error.status === 0 && !navigator.onLine ? 'offline' : 'failed');
    } else if (content !== sent) {
      // The rejected content has been changed in the meantime, so it is sent again.
      this.set({ content, status: 'unsaved' });
    } else {
      this.set({ content, status: 'refused', message: error.message, fields: error.fields });
    }
  }

  private retryLater(status: 'offline' | 'failed'): void {
    this.set({ content: this.state.content, status });
    // Once the editor is closed, the content stays kept until it is opened again.
    if (!this.isClosed) this.schedule(RETRY_DELAY);
  }

  /** Continues from what the user has sent before, if only the response was lost. Otherwise the user decides. */
  private meet(stored: Stored<Content>): void {
    const { content } = this.state;
    if (this.sent.has(stored.content)) {
      this.version = stored.version;
      this.set({ content, status: 'unsaved' });
    } else {
      this.set({ content, status: 'conflict', other: stored });
    }
    this.sent.clear();
    if (this.kept.isOwn) this.write();
  }
}
