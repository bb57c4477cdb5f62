import { ApiError } from '#web/calls/client/api-error.ts';
import { isCaller } from '#web/calls/session/access-token.ts';
import { isSame } from './is-same.ts';

/** Milliseconds between the last edit and the save, and between attempts while it cannot be saved. */
const DELAY = 800;
const RETRY_DELAY = 5_000;

export interface Stored<Content> {
  content: Content;
  /** The version that the next change is based on. */
  version: number;
}

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
}

/** What is kept in this browser: the unsaved content of one tab, and that of another tab if it differs. */
interface Kept<Content> extends Stored<Content> {
  other?: Stored<Content>;
}

const parse = <Content>(text: string | null): Kept<Content> | undefined => {
  try {
    return (JSON.parse(text ?? 'null') as Kept<Content> | null) ?? undefined;
  } catch {
    return undefined;
  }
};

/**
 * Saves content while the user writes, one request at a time. Unsaved content is kept in this browser, so it survives
 * a lost connection, a closed tab, and a conflict with another user's change, which the user resolves.
 */
export class Autosave<Content> {
  private state: AutosaveState<Content>;
  private readonly storageKey: string;
  private version: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isSaving = false;
  /** What this tab has written to the storage, serialized. */
  private kept: string | null;
  /** The unsaved content of another tab, if it differs. */
  private otherTab: Stored<Content> | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly options: AutosaveOptions<Content>;

  constructor(options: AutosaveOptions<Content>) {
    this.options = options;
    const { key, user, stored } = options;
    this.storageKey = `${key} ${user}`;
    this.version = stored.version;
    this.state = { content: stored.content, status: stored.content === '' ? 'blank' : 'saved' };
    this.kept = localStorage.getItem(this.storageKey);
    const kept = parse<Content>(this.kept);
    const [own, other] = [kept, kept?.other].filter((one) => one && !isSame(one.content, stored.content));
    this.otherTab = other;
    if (!own) this.forget();
    else if (!other && own.version === stored.version)
      this.state = { content: own.content, status: 'unsaved' };
    else this.state = { content: own.content, status: 'conflict', other: other ?? stored };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    const retry = () => void this.flush();
    window.addEventListener('online', retry);
    if (this.state.status === 'unsaved') this.schedule(0);
    return () => {
      this.listeners.delete(listener);
      window.removeEventListener('online', retry);
      void this.flush();
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

  private get isConflict(): boolean {
    return this.state.status === 'conflict';
  }

  private set(state: AutosaveState<Content>): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }

  /** All tabs of a user share one storage key. Another tab's content is not overwritten without asking. */
  private keep(): void {
    const stored = localStorage.getItem(this.storageKey);
    const there = stored === this.kept ? undefined : parse<Content>(stored);
    if (there && !isSame(there.content, this.state.content)) {
      this.otherTab = { content: there.content, version: there.version };
      this.set({ content: this.state.content, status: 'conflict', other: this.otherTab });
    }
    const kept: Kept<Content> = {
      content: this.state.content,
      version: this.version,
      ...(this.otherTab && { other: this.otherTab }),
    };
    try {
      const text = JSON.stringify(kept);
      localStorage.setItem(this.storageKey, text);
      this.kept = text;
    } catch {
      // If the browser's storage is full, the content exists in this tab only until it is saved.
    }
  }

  private forget(): void {
    if (localStorage.getItem(this.storageKey) === this.kept) localStorage.removeItem(this.storageKey);
    this.kept = null;
  }

  private schedule(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), delay);
  }

  private async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isSaving || !PENDING.includes(this.state.status)) return;
    const { content } = this.state;
    if (!isCaller(this.options.user)) {
      this.set({ content, status: 'kept' });
      return;
    }
    this.isSaving = true;
    this.set({ content, status: 'saving' });
    try {
      const { version } = await this.options.save(content, this.version);
      this.version = version;
      this.finish(content);
    } catch (error) {
      this.fail(error as Error, content);
    } finally {
      this.isSaving = false;
    }
    if (this.state.status === 'unsaved') this.schedule(DELAY);
  }

  private finish(saved: Content): void {
    if (this.state.content === saved) {
      this.forget();
      this.set({ content: saved, status: 'saved' });
    } else {
      // The content was changed while it was being saved.
      if (!this.isConflict) this.set({ content: this.state.content, status: 'unsaved' });
      this.keep();
    }
  }

  private fail(error: Error, sent: Content): void {
    const { content } = this.state;
    if (!(error instanceof ApiError)) throw error;
    // A conflict with another tab is resolved first.
    if (this.isConflict) return;
    if (error.code === 'edit_conflict' && error.current) {
      this.set({ content, status: 'conflict', other: this.options.readConflict(error.current) });
    } else if (error.refusesCaller) {
      // The user is being signed out. The content is sent when they open the editor again.
      this.set({ content, status: 'kept' });
    } else if (error.isTemporary || error.status === 429) {
      // A call without a response may also mean that the server is down.
      this.set({ content, status: error.status === 0 && !navigator.onLine ? 'offline' : 'failed' });
      this.schedule(RETRY_DELAY);
    } else if (content !== sent) {
      // The rejected content has been changed in the meantime, so it is sent again.
      this.set({ content, status: 'unsaved' });
    } else {
      this.set({ content, status: 'refused', message: error.message, fields: error.fields });
    }
  }
}
