import { WEB_CLASSES } from './classes/web.ts';
import { MARKETING_CLASSES } from './classes/marketing.ts';
import { DESIGN_CLASSES } from './classes/design.ts';
import { APPS_CLASSES } from './classes/apps.ts';
import { GAMES_CLASSES } from './classes/games.ts';
import { SEO_CLASSES } from './classes/seo.ts';
import type { DemoClass } from './classes/demo-class.ts';

/** The classes of the demo. Their order determines when each was added. */
export const DEMO_CLASSES: DemoClass[] = [
  ...WEB_CLASSES,
  ...MARKETING_CLASSES,
  ...DESIGN_CLASSES,
  ...APPS_CLASSES,
  ...GAMES_CLASSES,
  ...SEO_CLASSES,
];
