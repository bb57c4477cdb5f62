export interface MetaTagsProps {
  siteName: string;
  title: string;
  description: string;
  /** The canonical URL of the page, absolute. */
  address: string;
  /** The absolute URL of the image that social networks show. */
  image: string;
  hidden: boolean;
}

/** Meta tags for search engines and link previews: title, description, canonical URL, Open Graph, Twitter card. */
export const MetaTags = ({ siteName, title, description, address, image, hidden }: MetaTagsProps) => (
  <>
    <title>{`${title} · ${siteName}`}</title>
    <meta name="description" content={description} />
    {hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={address} />}
    <meta property="og:site_name" content={siteName} />
    <meta property="og:type" content="website" />
    <meta property="og:title" content={title} />
    <meta property="og:description" content={description} />
    {!hidden && <meta property="og:url" content={address} />}
    <meta property="og:image" content={image} />
    <meta name="twitter:card" content="summary_large_image" />
  </>
);
