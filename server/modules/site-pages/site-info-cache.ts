import { DEFAULT_SITE_INFO, type SiteInfo } from '#contract/site-info.ts';
import type { Queryable } from '../../database/client.ts';
import { findSettings } from '../site-settings/site-settings.repository.ts';
import { findLegalPages } from './site-pages.repository.ts';

/**
 * The parts of the site that every page shows. They are cached in memory while the server receives announcements of
 * changes, so that a page costs no query.
 */
export class SiteInfoCache {
  /** The last read value, for callers that cannot wait. */
  lastKnown: SiteInfo = DEFAULT_SITE_INFO;
  private reading: Promise<SiteInfo> | undefined;
  private isListening = false;
  private readonly db: Queryable;
  private readonly onFailure: (error: unknown) => void;

  constructor(db: Queryable, onFailure: (error: unknown) => void) {
    this.db = db;
    this.onFailure = onFailure;
  }

  /**
   * The current value, including every change that was announced to this server. While the database is unavailable, it
   * is the last known one.
   */
  read(): Promise<SiteInfo> {
    if (this.reading && this.isListening) return this.reading;
    const reading = this.load().then((siteInfo) => {
      // A slower, older read must not replace a newer one.
      if (this.reading === reading) this.lastKnown = siteInfo;
      return siteInfo;
    });
    this.reading = reading;
    return reading;
  }

  /** Invalidates the cached value. */
  invalidate(): void {
    this.reading = undefined;
  }

  /**
   * Sets whether changes are being received. Either way the cached value is invalidated, because changes may have been
   * missed.
   */
  listen(isListening: boolean): void {
    this.isListening = isListening;
    this.invalidate();
  }

  private async load(): Promise<SiteInfo> {
    try {
      const [{ brand, contact, seller, skills }, legalPages] = await Promise.all([
        findSettings(this.db),
        findLegalPages(this.db),
      ]);
      return { brand, legalPages, phone: contact.phone, currency: seller.currency, skills };
    } catch (error) {
      this.invalidate();
      this.onFailure(error);
      return this.lastKnown;
    }
  }
}
