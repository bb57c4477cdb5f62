/** How the site presents the company that runs it. */
export interface Brand {
  /** The two parts of the logo word. The second has the accent color, and may be empty. */
  logoFirst: string;
  logoSecond: string;
  company: string;
  claim: string;
  /** The description for search engines and link previews of pages without their own. */
  description: string;
  /** The color of links and buttons in the light theme, `#rrggbb`. The dark theme's follows from it. */
  accent: string;
  /** Addresses of pictures. If empty, the product's own are used. */
  logoImage: string;
  shareImage: string;
}

/** The brand of a site whose owner has not changed it. */
export const DEFAULT_BRAND: Brand = {
  logoFirst: 'Class',
  logoSecond: 'Harbor',
  company: 'ClassHarbor Ltd.',
  claim: 'Providing reliable tech since 1999',
  description:
    'Online classes in web, marketing, design, apps, games and SEO, taught by people who do it for a living.',
  accent: '#0b5563',
  logoImage: '',
  shareImage: '',
};

/** The site's name, as in titles and emails. */
export const siteName = ({ logoFirst, logoSecond }: Brand): string => logoFirst + logoSecond;
