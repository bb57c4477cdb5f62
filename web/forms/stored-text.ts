/** A text in the browser's storage that several tabs or editors of a user share. Each replaces or removes only its own. */
export class StoredText {
  private readonly key: string;
  private last: string | null;

  constructor(key: string) {
    this.key = key;
    this.last = localStorage.getItem(key);
  }

  /** What was read or written here last. */
  get own(): string | null {
    return this.last;
  }

  /** What is stored now. */
  get present(): string | null {
    return localStorage.getItem(this.key);
  }

  /** Whether nobody else has written or removed anything since. */
  get isOwn(): boolean {
    return this.present === this.last;
  }

  write(text: string): void {
    try {
      localStorage.setItem(this.key, text);
      this.last = text;
    } catch {
      // If the browser's storage is full, the text exists in this tab only.
    }
  }

  /** Removes the text, unless somebody else has written it. */
  remove(): void {
    if (this.isOwn) localStorage.removeItem(this.key);
    this.last = null;
  }
}
