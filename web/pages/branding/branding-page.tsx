import { SitePage, sitePageHandle } from '#web/article/site-page.tsx';

export const handle = sitePageHandle('branding');

export const Component = () => <SitePage name="branding" />;
