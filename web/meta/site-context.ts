import { createContext, useContext } from 'react';
import type { SiteInfo } from '#contract/site-info.ts';
import type { Config } from '#contract/config.ts';
import type { MetaTagsProps } from './meta-tags.tsx';

export interface Site extends SiteInfo {
  /** The site's public URL without a trailing slash. */
  baseUrl: string;
  /** Applies an admin's change to the current page at once. Absent on the server. */
  updateSiteInfo?: (change: Partial<SiteInfo>) => void;
  /** Who may see class pages. */
  classPages: Config['classPages'];
  /** Whether the server found a session and rendered a page for members. */
  isSignedIn: boolean;
  /** Set on the server only: collects a page's meta tags for the head of the document. */
  collect?: (tags: MetaTagsProps) => void;
}

export const SiteContext = createContext<Site | null>(null);

export const useSite = (): Site => {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteContext above it');
  return site;
};
