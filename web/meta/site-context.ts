import { createContext, useContext } from 'react';
import type { MetaTagsProps } from './meta-tags.tsx';

export interface Site {
  /** Where the site is on the web, without a slash at its end. */
  baseUrl: string;
  /** Set on the server: takes what a page says of itself, to be written into the head of the document. */
  collect?: (tags: MetaTagsProps) => void;
}

export const SiteContext = createContext<Site | null>(null);

export const useSite = (): Site => {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteContext above it');
  return site;
};
