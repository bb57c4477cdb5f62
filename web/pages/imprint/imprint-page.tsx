import { SitePage, sitePageHandle } from '#web/article/site-page.tsx';

export const handle = sitePageHandle('imprint');

export const Component = () => <SitePage name="imprint" />;
