import { ApiError } from '#web/calls/api-error.ts';

/** Milliseconds from the last change until it is saved, and between attempts while there is no connection. */
const DELAY = 800;
const RETRY_DELAY = 5_000;

export interface Stored<Content> {
  content: Content;
  /** The version on which the next change is based. */
  version: number;
}

export interface AutosaveState<Content> {
  content: Content;
  status: 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused' | 'conflict';
  /** Why the server refused the content: a message, and one for each field. */
  message?: string;
  fields?: Record<string, string>;
  /** With `conflict`: what was stored by somebody else, or in another tab. */
  other?: Stored<Content>;
}

interface AutosaveOptions<Content> {
  /** Under which this browser keeps what is not saved yet. */
  key: string;
  stored: Stored<Content>;
  /** @throws ApiError */
  save: (content: Content, version: number) => Promise<{ version: number }>;
  /** What an `edit_conflict` error says is stored. */
  readConflict: (current: Record<string, unknown>) => Stored<Content>;
}

const read = <Content>(key: string): Stored<Content> | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as Stored<Content> | null) ?? undefined;
  } catch {
    return undefined;
  }
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Saves content while it is written, one request at a time. What is not saved is kept in this browser until it is: through a
 * lost connection, a closed tab, or a conflict with what somebody else has saved, which the user decides.
 */
export class Autosave<Content> {
  private state: AutosaveState<Content>;
  private version: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isSaving = false;
  private readonly listeners = new Set<() => void>();
  private readonly options: AutosaveOptions<Content>;

  constructor(options: AutosaveOptions<Content>) {
    this.options = options;
    const { key, stored } = options;
    this.version = stored.version;
    this.state = { content: stored.content, status: 'saved' };
    const kept = read<Content>(key);
    if (!kept || isSame(kept.content, stored.content)) this.forget();
    else if (kept.version === stored.version) this.state = { content: kept.content, status: 'unsaved' };
    else this.state = { content: kept.content, status: 'conflict', other: stored };
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
    const isConflict = this.state.status === 'conflict';
    this.set(isConflict ? { ...this.state, content } : { content, status: 'unsaved' });
    this.keep();
    if (!isConflict) this.schedule(DELAY);
  };

  /** Ends a conflict: with the own content, which replaces the other, or with the other. */
  resolve = (by: 'own' | 'other'): void => {
    const { other, content } = this.state;
    if (!other) return;
    this.version = other.version;
    if (by === 'own') {
      this.set({ content, status: 'unsaved' });
      this.keep();
      this.schedule(0);
    } else {
      this.forget();
      this.set({ content: other.content, status: 'saved' });
    }
  };

  private set(state: AutosaveState<Content>): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }

  private keep(): void {
    const kept: Stored<Content> = { content: this.state.content, version: this.version };
    try {
      localStorage.setItem(this.options.key, JSON.stringify(kept));
    } catch {
      // Without room in this browser the content is in this tab only, until it is saved.
    }
  }

  private forget(): void {
    localStorage.removeItem(this.options.key);
  }

  private schedule(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), delay);
  }

  private async flush(): Promise<void> {
    clearTimeout(this.timer);
    if (this.isSaving || !['unsaved', 'offline'].includes(this.state.status)) return;
    const { content } = this.state;
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
      // It was changed while it was saved.
      this.keep();
      this.set({ content: this.state.content, status: 'unsaved' });
    }
  }

  private fail(error: Error, sent: Content): void {
    const { content } = this.state;
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'edit_conflict' && error.current) {
      this.set({ content, status: 'conflict', other: this.options.readConflict(error.current) });
    } else if (error.isTemporary || error.status === 429 || error.refusesCaller) {
      this.set({ content, status: 'offline' });
      this.schedule(RETRY_DELAY);
    } else if (content !== sent) {
      // What was refused has been changed in the meantime, and is sent again.
      this.set({ content, status: 'unsaved' });
    } else {
      this.set({ content, status: 'refused', message: error.message, fields: error.fields });
    }
  }
}
