import type { DemoClass } from './demo-class.ts';

export const WEB_CLASSES: DemoClass[] = [
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
        'Build a portfolio page with a header, three projects and a contact section. It must work from 320 pixels up and with the keyboard alone. Submit a link to the page and a short note on one decision that you changed your mind about.',
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
      'Types that carry their weight: modeling states that cannot go wrong, narrowing instead of casting, and generics that a colleague can read. Each week we refactor a real module together and discuss what got simpler.',
    proposed: {
      title: 'TypeScript in practice: states, types and tests',
      description:
        'Types that carry their weight: modeling states that cannot go wrong, narrowing instead of casting, generics that a colleague can read, and tests for what no type can say. Each week we refactor a real module together and discuss what got simpler.',
    },
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
        'Take a form of your own and give it described errors, a busy state, a retry after a lost connection and tests for each. Submit the repository and list what you tested by hand.',
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
      'Attack a training site, then fix it. Sessions, cross-site requests, injection, access control and headers explained by breaking them, so that you recognize the same mistakes in your own code.',
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
