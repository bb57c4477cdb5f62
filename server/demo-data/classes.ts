import type { EXPERIENCE_LEVELS, REVIEW_STATUSES, SKILL_CATEGORIES } from '#contract/constants.ts';

export interface DemoClass {
  slug: string;
  title: string;
  /** Place in DEMO_TEACHERS. */
  teacher: number;
  category: (typeof SKILL_CATEGORIES)[number];
  experience: (typeof EXPERIENCE_LEVELS)[number];
  /** Major units. */
  price: number;
  students: number;
  description: string;
  status?: (typeof REVIEW_STATUSES)[number];
  reason?: string;
  assignment?: { title: string; description: string; marks: number; daysLeft: number };
}

const WEB: DemoClass[] = [
  {
    slug: 'modern-html-css',
    title: 'Modern HTML and CSS from the ground up',
    teacher: 0,
    category: 'Web Development',
    experience: 'Beginner',
    price: 39,
    students: 38,
    description:
      'Build four complete pages with semantic HTML, flexible grids and custom properties. We start from an empty file, look at every choice together and finish with a responsive portfolio that scores full marks for accessibility.',
    assignment: {
      title: 'A one-page portfolio',
      description:
        'Build a portfolio page with a header, three projects and a contact section. It must work from 320 pixels up and with the keyboard alone. Hand in a link to the page and a short note on one decision that you changed your mind about.',
      marks: 100,
      daysLeft: 21,
    },
  },
  {
    slug: 'typescript-in-practice',
    title: 'TypeScript in practice',
    teacher: 0,
    category: 'Web Development',
    experience: 'Mid Level',
    price: 79.5,
    students: 33,
    description:
      'Types that carry their weight: modelling states that cannot go wrong, narrowing instead of casting, and generics that a colleague can read. Each week we refactor a real module together and discuss what got simpler.',
  },
  {
    slug: 'react-apps-that-last',
    title: 'React apps that last',
    teacher: 0,
    category: 'Web Development',
    experience: 'Mid Level',
    price: 89,
    students: 29,
    description:
      'Component boundaries, data fetching, forms and tests for an app that several people will work on for years. You bring a small idea, we turn it into a maintainable product with a test suite you trust.',
    assignment: {
      title: 'A form with a conscience',
      description:
        'Take a form of your own and give it described errors, a busy state, a retry after a lost connection and tests for each. Hand in the repository and list what you tested by hand.',
      marks: 50,
      daysLeft: 10,
    },
  },
  {
    slug: 'node-apis-postgresql',
    title: 'Node.js APIs with PostgreSQL',
    teacher: 1,
    category: 'Web Development',
    experience: 'Experienced',
    price: 99,
    students: 24,
    description:
      'Design an HTTP API that survives retries, races and restarts. Transactions, constraints, idempotency and migrations on a real database, with a load test at the end to see where your design bends.',
  },
  {
    slug: 'web-security-basics',
    title: 'Web security for builders',
    teacher: 1,
    category: 'Web Development',
    experience: 'Mid Level',
    price: 64,
    students: 17,
    description:
      'Attack a training site, then fix it. Sessions, cross-site requests, injection, access control and headers explained by breaking them, so that you recognise the same mistakes in your own code.',
  },
  {
    slug: 'web-performance-lab',
    title: 'The web performance lab',
    teacher: 1,
    category: 'Web Development',
    experience: 'Experienced',
    price: 74,
    students: 0,
    status: 'Pending',
    description:
      'Measure first: traces, waterfalls and field data. Over five sessions we take a slow shop to a page that answers at once on a cheap phone, and learn which fixes were worth the trouble.',
  },
];

const MARKETING: DemoClass[] = [
  {
    slug: 'marketing-foundations',
    title: 'Digital marketing foundations',
    teacher: 2,
    category: 'Digital Marketing',
    experience: 'Beginner',
    price: 45,
    students: 31,
    description:
      'Positioning, channels, budgets and the handful of numbers that matter. You write a one-page plan for a real business in your town and defend it in front of the class.',
    assignment: {
      title: 'A one-page marketing plan',
      description:
        'Pick a local business and write a plan on one page: audience, promise, two channels, budget and how you will know that it worked.',
      marks: 40,
      daysLeft: 14,
    },
  },
  {
    slug: 'email-that-gets-read',
    title: 'Email that gets read',
    teacher: 2,
    category: 'Digital Marketing',
    experience: 'Beginner',
    price: 29.5,
    students: 22,
    description:
      'Welcome series, newsletters and win-back mails that people open on purpose. We edit your drafts line by line and test subject lines with a small but honest sample.',
  },
  {
    slug: 'paid-social-campaigns',
    title: 'Paid social without the waste',
    teacher: 2,
    category: 'Digital Marketing',
    experience: 'Mid Level',
    price: 69,
    students: 19,
    description:
      'Set up, measure and stop campaigns with a budget that would fit a small shop. Creative testing, attribution and the arithmetic that tells you when an advert has stopped paying for itself.',
  },
  {
    slug: 'content-strategy',
    title: 'Content strategy for small teams',
    teacher: 2,
    category: 'Digital Marketing',
    experience: 'Mid Level',
    price: 54,
    students: 15,
    description:
      'Decide what to write, for whom, and what to leave out. You leave with an editorial calendar for a quarter, a style guide of two pages and three finished pieces.',
  },
  {
    slug: 'marketing-analytics',
    title: 'Marketing analytics with a clear head',
    teacher: 2,
    category: 'Digital Marketing',
    experience: 'Experienced',
    price: 84,
    students: 0,
    status: 'Pending',
    description:
      'From events to decisions: naming, funnels, cohorts and experiments that are not fooling you. Bring your own numbers, we will find one that was wrong all along.',
  },
  {
    slug: 'influencer-secrets',
    title: 'Influencer secrets: a million followers in a week',
    teacher: 2,
    category: 'Digital Marketing',
    experience: 'Junior',
    price: 199,
    students: 0,
    status: 'rejected',
    reason:
      'The title promises a result that no class can promise. Please describe what students will be able to do.',
    description: 'Everything you need to become famous quickly, with templates for posts and comments.',
  },
];

const DESIGN: DemoClass[] = [
  {
    slug: 'logo-design-workshop',
    title: 'Logo design workshop',
    teacher: 3,
    category: 'Graphics Design',
    experience: 'Beginner',
    price: 49,
    students: 35,
    description:
      'From a brief to a mark that works at sixteen pixels and on a truck. Sketching, grids, optical corrections and a presentation that a client understands without you in the room.',
    assignment: {
      title: 'One brief, three marks',
      description:
        'Answer the brief of the bakery with three clearly different marks in black on white. Hand in one page for each, with a sentence on the idea behind it.',
      marks: 60,
      daysLeft: 18,
    },
  },
  {
    slug: 'typography-that-works',
    title: 'Typography that works',
    teacher: 3,
    category: 'Graphics Design',
    experience: 'Mid Level',
    price: 59,
    students: 26,
    description:
      'Choose, pair and set type for long reading, for interfaces and for posters. You will redesign one page of a newspaper and learn to see spacing before you see letters.',
  },
  {
    slug: 'illustration-for-products',
    title: 'Illustration for products',
    teacher: 7,
    category: 'Graphics Design',
    experience: 'Mid Level',
    price: 67.5,
    students: 21,
    description:
      'A small illustration system for an app: shapes, palette, characters and empty states that belong together. We work in vectors and keep every file light enough to ship.',
  },
  {
    slug: 'colour-for-screens',
    title: 'Colour for screens',
    teacher: 7,
    category: 'Graphics Design',
    experience: 'Beginner',
    price: 35,
    students: 18,
    description:
      'Contrast, perception and palettes that hold in the light and in the dark. You build a theme with tokens and check it against the accessibility guidelines as you go.',
  },
  {
    slug: 'poster-studio',
    title: 'Poster studio: one idea, one sheet',
    teacher: 7,
    category: 'Graphics Design',
    experience: 'Junior',
    price: 42,
    students: 12,
    description:
      'Six posters in six weeks, each with one rule: only type, only two colours, only a square. Fast, friendly critique and a small exhibition at the end.',
  },
  {
    slug: 'brand-systems',
    title: 'Brand systems beyond the logo',
    teacher: 3,
    category: 'Graphics Design',
    experience: 'Experienced',
    price: 95,
    students: 0,
    status: 'Pending',
    description:
      'Voice, motion, layout and photography as one system. We document it so well that the next designer does not need to ask.',
  },
];

const APPS: DemoClass[] = [
  {
    slug: 'first-mobile-app',
    title: 'Your first mobile app',
    teacher: 4,
    category: 'App Development',
    experience: 'Beginner',
    price: 55,
    students: 28,
    description:
      'Design, build and publish a small habit tracker for both stores. Navigation, storage, notifications and the patience that app review asks of you.',
    assignment: {
      title: 'Publish a test build',
      description:
        'Invite two people to a test build of your app and write down what they tried that you did not expect.',
      marks: 30,
      daysLeft: 7,
    },
  },
  {
    slug: 'kotlin-for-android',
    title: 'Kotlin for Android',
    teacher: 4,
    category: 'App Development',
    experience: 'Mid Level',
    price: 72,
    students: 20,
    description:
      'Coroutines, state and declarative screens on Android as teams build it today. We port an old screen step by step and keep it working all the way.',
  },
  {
    slug: 'swift-interfaces',
    title: 'Swift interfaces that feel right',
    teacher: 4,
    category: 'App Development',
    experience: 'Mid Level',
    price: 76,
    students: 16,
    description:
      'Layout, gestures, haptics and motion with care for people who use large text or a screen reader. Small exercises, honest critique, one finished screen each week.',
  },
  {
    slug: 'offline-first-apps',
    title: 'Offline-first apps',
    teacher: 4,
    category: 'App Development',
    experience: 'Experienced',
    price: 88,
    students: 9,
    description:
      'Sync, conflicts and queues for apps that are used in trains and basements. We build a shared list that never loses an entry and prove it by pulling the plug.',
  },
  {
    slug: 'app-store-growth',
    title: 'Growing an app after launch',
    teacher: 4,
    category: 'App Development',
    experience: 'Junior',
    price: 38,
    students: 0,
    status: 'Pending',
    description:
      'Reviews, onboarding, release notes and experiments for the first thousand users. A calm routine for a team of one.',
  },
  {
    slug: 'watch-apps',
    title: 'Apps for the wrist',
    teacher: 4,
    category: 'App Development',
    experience: 'Junior',
    price: 44,
    students: 0,
    status: 'rejected',
    reason:
      'The description is a single line. Please tell students what they will build and what they need to know before.',
    description: 'Make apps for watches.',
  },
];

const GAMES: DemoClass[] = [
  {
    slug: 'pixel-platformer',
    title: 'Make a pixel platformer',
    teacher: 5,
    category: 'Game Development',
    experience: 'Beginner',
    price: 48,
    students: 36,
    description:
      'A jump that feels good, a level that teaches itself and a boss that plays fair. You finish with a small game to share and the habits to finish the next one.',
    assignment: {
      title: 'A level that teaches one thing',
      description:
        'Build a level of at most one minute that teaches a single mechanic without any text. Hand in a link to play it.',
      marks: 50,
      daysLeft: 12,
    },
  },
  {
    slug: 'shaders-for-artists',
    title: 'Shaders for artists',
    teacher: 5,
    category: 'Game Development',
    experience: 'Mid Level',
    price: 69,
    students: 14,
    description:
      'Water, fire, outlines and dissolves written by you. We move from a single colour to a small library of effects, with the mathematics explained by drawing it.',
  },
  {
    slug: 'multiplayer-netcode',
    title: 'Multiplayer netcode explained',
    teacher: 5,
    category: 'Game Development',
    experience: 'Experienced',
    price: 105,
    students: 11,
    description:
      'Prediction, rollback and lag you can live with. We write a two-player arena from the socket up and measure how it feels at two hundred milliseconds.',
  },
  {
    slug: 'game-feel',
    title: 'Game feel: juice and restraint',
    teacher: 5,
    category: 'Game Development',
    experience: 'Mid Level',
    price: 52,
    students: 23,
    description:
      'Screen shake, sound, easing and the art of leaving things out. Ten tiny prototypes, each better after one hour of polish, and a checklist to keep.',
  },
  {
    slug: 'story-games',
    title: 'Writing story games',
    teacher: 5,
    category: 'Game Development',
    experience: 'Junior',
    price: 33,
    students: 10,
    description:
      'Branches that matter, characters who remember and an ending worth reaching. You write and test a story of twenty minutes with a group that reads kindly and closely.',
  },
  {
    slug: 'game-ai',
    title: 'Enemies with a plan: game AI',
    teacher: 5,
    category: 'Game Development',
    experience: 'Experienced',
    price: 82,
    students: 0,
    status: 'Pending',
    description:
      'State machines, behaviour trees and goal planning for opponents that are fun to beat. Each week a new kind of enemy joins the arena.',
  },
];

const SEO: DemoClass[] = [
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

export const DEMO_CLASSES: DemoClass[] = [...WEB, ...MARKETING, ...DESIGN, ...APPS, ...GAMES, ...SEO];
