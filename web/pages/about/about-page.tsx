import { SitePage, sitePageHandle } from '#web/article/site-page.tsx';
import { Faq } from './faq.tsx';

export const handle = sitePageHandle('about', 'faq');

export const Component = () => (
  <SitePage name="about">
    <Faq />
  </SitePage>
);
