export interface Stored<Content> {
  content: Content;
  /** The version that the next change is based on. */
  version: number;
}

/** What is kept in this browser: the unsaved content of one tab, and that of another tab if it differs. */
export interface Kept<Content> extends Stored<Content> {
  other?: Stored<Content>;
  /** Fingerprints of the contents that were sent without learning whether they were stored. */
  sent?: string[];
}

const parse = <Content>(text: string | null): Kept<Content> | undefined => {
  try {
    return (JSON.parse(text ?? 'null') as Kept<Content> | null) ?? undefined;
  } catch {
    return undefined;
  }
};

/** The place in the browser's storage where all tabs of a user keep what is not saved. */
export class KeptContent<Content> {
  private readonly key: string;
  /** What this editor has read or written there, serialized. */
  private own: string | null;

  constructor(key: string) {
    this.key = key;
    this.own = localStorage.getItem(key);
  }

  /** Whether nobody else has written or removed anything since. */
  get isOwn(): boolean {
    return localStorage.getItem(this.key) === this.own;
  }

  /** What this editor has read or written. */
  readOwn(): Kept<Content> | undefined {
    return parse(this.own);
  }

  /** What another editor has written since. */
  readForeign(): Kept<Content> | undefined {
    return this.isOwn ? undefined : parse(localStorage.getItem(this.key));
  }

  write(kept: Kept<Content>): void {
    try {
      const text = JSON.stringify(kept);
      localStorage.setItem(this.key, text);
      this.own = text;
    } catch {
      // If the browser's storage is full, the content exists in this tab only until it is saved.
    }
  }

  /** Removes what this editor has written. What another one has written stays. */
  remove(): void {
    if (this.isOwn) localStorage.removeItem(this.key);
    this.own = null;
  }
}
