import { hashKey } from '@tanstack/react-query';
import { fingerprint } from './fingerprint.ts';

/** Remembers contents that were sent without learning whether they were stored, so that they are recognized in a conflict. */
export class SentContents<Content> {
  private readonly storedPart: (content: Content) => unknown;
  /** Not the contents: many attempts with a long text would fill the browser's storage. */
  private readonly fingerprints = new Set<string>();

  /** @param storedPart extracts what the server stores of a content, if it drops or rewrites parts of it */
  constructor(storedPart: (content: Content) => unknown = (content) => content) {
    this.storedPart = storedPart;
  }

  private identify(content: Content): string {
    return hashKey([this.storedPart(content)]);
  }

  /** Whether the server would store the same. */
  isSame(one: Content, other: Content): boolean {
    return this.identify(one) === this.identify(other);
  }

  add(content: Content): void {
    this.fingerprints.add(fingerprint(this.identify(content)));
  }

  has(content: Content): boolean {
    return this.fingerprints.has(fingerprint(this.identify(content)));
  }

  clear(): void {
    this.fingerprints.clear();
  }

  /** Adds what `list` has returned, perhaps to another tab. */
  addAll(fingerprints: readonly string[] = []): void {
    for (const one of fingerprints) this.fingerprints.add(one);
  }

  /** In the form in which it can be kept. */
  list(): string[] | undefined {
    return this.fingerprints.size > 0 ? [...this.fingerprints] : undefined;
  }
}
