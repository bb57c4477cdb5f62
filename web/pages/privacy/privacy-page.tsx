import { SitePage, sitePageHandle } from '#web/article/site-page.tsx';

export const handle = sitePageHandle('privacy');

export const Component = () => <SitePage name="privacy" />;
