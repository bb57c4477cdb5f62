import { StoredText } from './stored-text.ts';

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
  private readonly text: StoredText;

  constructor(key: string) {
    this.text = new StoredText(key);
  }

  /** Whether nobody else has written or removed anything since. */
  get isOwn(): boolean {
    return this.text.isOwn;
  }

  /** What this editor has read or written. */
  readOwn(): Kept<Content> | undefined {
    return parse(this.text.own);
  }

  /** What another editor has written since. */
  readForeign(): Kept<Content> | undefined {
    return this.isOwn ? undefined : parse(this.text.present);
  }

  write(kept: Kept<Content>): void {
    this.text.write(JSON.stringify(kept));
  }

  /** Removes what this editor has written. What another one has written stays. */
  remove(): void {
    this.text.remove();
  }
}
