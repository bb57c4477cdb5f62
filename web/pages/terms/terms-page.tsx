import { SitePage, sitePageHandle } from '#web/article/site-page.tsx';

export const handle = sitePageHandle('terms');

export const Component = () => <SitePage name="terms" />;
