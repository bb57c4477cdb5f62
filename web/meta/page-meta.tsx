import { useLocation } from 'react-router';
import { BRAND } from '#web/brand.ts';
import { MetaTags } from './meta-tags.tsx';
import { type Site, useSite } from './site-context.ts';

export interface PageMetaProps {
  title: string;
  /** Absent: what the company does. */
  description?: string;
  /** Path and query under which the page wants to be known. Absent: its path. */
  canonical?: string;
  /** A picture of the page's own, as a whole address or a path of the site. */
  image?: string;
  /** Keeps the page out of search engines. */
  hidden?: boolean;
}

const SHARED_PICTURE = '/pictures/share.png';
/** Social networks show photographs, but no drawings. */
const isShowable = (image: string): boolean => image !== '' && !/\.svg($|\?)/i.test(image);

const absolute = (site: Site, address: string): string =>
  address.startsWith('/') ? `${site.baseUrl}${address}` : address;

/** What a page says of itself to search engines, link previews and the browser's tab. */
export const PageMeta = (meta: PageMetaProps) => {
  const site = useSite();
  const { pathname } = useLocation();
  const { title, description = BRAND.description, canonical = pathname, image = '', hidden = false } = meta;
  const tags = {
    title,
    description,
    hidden,
    address: absolute(site, canonical),
    image: absolute(site, isShowable(image) ? image : SHARED_PICTURE),
  };
  if (site.collect) {
    site.collect(tags);
    return null;
  }
  return <MetaTags {...tags} />;
};
