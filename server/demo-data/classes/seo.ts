import type { DemoClass } from './demo-class.ts';

export const SEO_CLASSES: DemoClass[] = [
  {
    slug: 'seo-fundamentals',
    title: 'SEO fundamentals',
    teacher: 6,
    category: 'SEO Development',
    experience: 'Beginner',
    price: 37,
    students: 27,
    description:
      'How search engines find, read and rank a page, without myths. You audit a real site, fix the ten things that matter and measure what changed.',
    assignment: {
      title: 'An audit in ten lines',
      description:
        'Audit a site of your choice and name the ten changes that matter most, in order, each with its reason.',
      marks: 40,
      daysLeft: 16,
    },
  },
  {
    slug: 'technical-seo',
    title: 'Technical SEO for developers',
    teacher: 6,
    category: 'SEO Development',
    experience: 'Mid Level',
    price: 73,
    students: 18,
    description:
      'Rendering, canonical addresses, structured data, sitemaps and logs. We follow a crawler through a large site and clear the way for it.',
  },
  {
    slug: 'local-search',
    title: 'Local search for small businesses',
    teacher: 6,
    category: 'SEO Development',
    experience: 'Beginner',
    price: 26.5,
    students: 13,
    description:
      'Profiles, reviews, maps and pages that bring people through a real door. A practical class with a checklist that you can work through in a weekend.',
  },
  {
    slug: 'keyword-research',
    title: 'Keyword research that leads somewhere',
    teacher: 6,
    category: 'SEO Development',
    experience: 'Junior',
    price: 31,
    students: 16,
    description:
      'Understand what people want when they search, group it, and turn it into pages worth writing. You end with a map for a site of your own.',
  },
  {
    slug: 'site-migrations',
    title: 'Site migrations without tears',
    teacher: 6,
    category: 'SEO Development',
    experience: 'Experienced',
    price: 92,
    students: 8,
    description:
      'Redirect maps, staging, launch day and the month after. We rehearse a migration with everything that can go wrong, so that yours is uneventful.',
  },
  {
    slug: 'link-farms',
    title: 'Ten thousand links overnight',
    teacher: 6,
    category: 'SEO Development',
    experience: 'Junior',
    price: 149,
    students: 0,
    status: 'rejected',
    reason: 'Bought links break the rules of every search engine. We do not sell classes on them.',
    description: 'Buy, trade and automate links to rank at once.',
  },
];
