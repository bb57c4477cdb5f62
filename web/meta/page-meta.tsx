import { siteName } from '#contract/brand.ts';
import { SHARE_PICTURE } from '#contract/pages.ts';
import { useLocation } from '#web/routing/screens.tsx';
import { MetaTags } from './meta-tags.tsx';
import { type Site, useSite } from './site-context.ts';

export interface PageMetaProps {
  title: string;
  /** Absent: the company's description. */
  description?: string;
  /** Canonical path and query of the page. Absent: its current path. */
  canonical?: string;
  /** The page's own image, as an absolute URL or a path of the site. */
  image?: string;
  /** Excludes the page from search engines. */
  hidden?: boolean;
}

/** Social networks do not show SVG images. */
const isShowable = (image: string): boolean => image !== '' && !/\.svg($|\?)/i.test(image);

const absolute = (site: Site, address: string): string =>
  address.startsWith('/') ? `${site.baseUrl}${address}` : address;

/** Sets a page's title and meta tags for search engines, link previews and the browser tab. */
export const PageMeta = (meta: PageMetaProps) => {
  const site = useSite();
  const { pathname } = useLocation();
  const { brand } = site;
  const { title, description = brand.description, canonical = pathname, image = '', hidden = false } = meta;
  const tags = {
    siteName: siteName(brand),
    title,
    description,
    hidden,
    address: absolute(site, canonical),
    image: absolute(site, isShowable(image) ? image : brand.shareImage || SHARE_PICTURE),
  };
  if (site.collect) {
    site.collect(tags);
    return null;
  }
  return <MetaTags {...tags} />;
};
