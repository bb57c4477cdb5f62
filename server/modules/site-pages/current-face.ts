import { DEFAULT_FACE, type SiteFace } from '#contract/site-face.ts';
import type { Queryable } from '../../database/client.ts';
import { findSettings } from '../site-settings/site-settings.repository.ts';
import { findLegalPages } from './site-pages.repository.ts';

/**
 * What every page shows of the site, as the database has it. It is kept in memory for as long as the server hears of
 * changes, so that a page costs no query for it.
 */
export class CurrentFace {
  /** As it was read last, for what cannot wait. */
  known: SiteFace = DEFAULT_FACE;
  private reading: Promise<SiteFace> | undefined;
  private isListening = false;
  private readonly db: Queryable;
  private readonly onFailure: (error: unknown) => void;

  constructor(db: Queryable, onFailure: (error: unknown) => void) {
    this.db = db;
    this.onFailure = onFailure;
  }

  /** What pages show, with every change that this server has heard of. While the database is away, it is what was known last. */
  read(): Promise<SiteFace> {
    if (this.reading && this.isListening) return this.reading;
    const reading = this.load().then((face) => {
      // A slower, older answer does not replace a newer one.
      if (this.reading === reading) this.known = face;
      return face;
    });
    this.reading = reading;
    return reading;
  }

  /** Something of it has changed. */
  forget(): void {
    this.reading = undefined;
  }

  /** Whether changes are heard of. Some may have been missed until now. */
  listen(isListening: boolean): void {
    this.isListening = isListening;
    this.forget();
  }

  private async load(): Promise<SiteFace> {
    try {
      const [{ brand, contact, seller }, legalPages] = await Promise.all([
        findSettings(this.db),
        findLegalPages(this.db),
      ]);
      return { brand, legalPages, phone: contact.phone, currency: seller.currency };
    } catch (error) {
      this.forget();
      this.onFailure(error);
      return this.known;
    }
  }
}
