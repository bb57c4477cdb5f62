import { type Brand, DEFAULT_BRAND } from '#contract/brand.ts';
import type { Queryable } from '../../database/client.ts';
import { findSettings } from './site-settings.repository.ts';

/**
 * The brand as the database has it. It is kept in memory for as long as the server hears of changes, so that a page
 * costs no query for it.
 */
export class CurrentBrand {
  /** As it was read last, for what cannot wait. */
  known: Brand = DEFAULT_BRAND;
  private reading: Promise<Brand> | undefined;
  private isListening = false;
  private readonly db: Queryable;
  private readonly onFailure: (error: unknown) => void;

  constructor(db: Queryable, onFailure: (error: unknown) => void) {
    this.db = db;
    this.onFailure = onFailure;
  }

  /** The brand with every change that this server has heard of. While the database is away, it is the last known one. */
  read(): Promise<Brand> {
    if (this.reading && this.isListening) return this.reading;
    const reading = this.load().then((brand) => {
      // A slower, older answer does not replace a newer one.
      if (this.reading === reading) this.known = brand;
      return brand;
    });
    this.reading = reading;
    return reading;
  }

  /** The brand has changed. */
  forget(): void {
    this.reading = undefined;
  }

  /** Whether changes are heard of. Some may have been missed until now. */
  listen(isListening: boolean): void {
    this.isListening = isListening;
    this.forget();
  }

  private async load(): Promise<Brand> {
    try {
      return (await findSettings(this.db)).brand;
    } catch (error) {
      this.forget();
      this.onFailure(error);
      return this.known;
    }
  }
}
