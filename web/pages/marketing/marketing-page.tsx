import { SitePage, sitePageHandle } from '#web/article/site-page.tsx';

export const handle = sitePageHandle('marketing');

export const Component = () => <SitePage name="marketing" />;
