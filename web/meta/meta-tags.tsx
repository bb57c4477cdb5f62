import { BRAND } from '#web/brand.ts';

export interface MetaTagsProps {
  title: string;
  description: string;
  /** The whole address under which the page wants to be known. */
  address: string;
  /** The whole address of a picture that social networks show. */
  image: string;
  hidden: boolean;
}

/** What search engines and link previews read: title, description, canonical address, Open Graph, Twitter card. */
export const MetaTags = ({ title, description, address, image, hidden }: MetaTagsProps) => (
  <>
    <title>{`${title} · ${BRAND.name}`}</title>
    <meta name="description" content={description} />
    {hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
    <meta property="og:site_name" content={BRAND.name} />
    <meta property="og:type" content="website" />
    <meta property="og:title" content={title} />
    <meta property="og:description" content={description} />
    {!hidden && <meta property="og:url" content={address} />}
    <meta property="og:image" content={image} />
    <meta name="twitter:card" content="summary_large_image" />
  </>
);
