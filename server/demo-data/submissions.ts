/** A submission. `student` is an index into the class's students without the sample student. */
export interface DemoSubmission {
  slug: string;
  student: number | 'sample';
  text: string;
  link?: string;
  daysAgo: number;
  mark?: { marks: number; comment: string };
}

export const DEMO_SUBMISSIONS: DemoSubmission[] = [
  {
    slug: 'modern-html-css',
    student: 0,
    text: 'My portfolio is a single page with four sections. I kept the grid to two named areas, and the cards fall into one column below 40rem without a media query.',
    link: 'https://example.org/portfolio',
    daysAgo: 4,
    mark: {
      marks: 92,
      comment:
        'Lovely use of grid areas. The contrast of the footer links is a little low: fix that and it is perfect.',
    },
  },
  {
    slug: 'modern-html-css',
    student: 1,
    text: 'Semantic landmarks throughout, one custom property for each color. I tested it with a keyboard and a screen reader.',
    daysAgo: 2,
  },
  {
    slug: 'modern-html-css',
    student: 2,
    text: '',
    link: 'https://example.org/one-page',
    daysAgo: 1,
  },
  {
    slug: 'pixel-platformer',
    student: 'sample',
    text: 'The level teaches the wall jump: a pit that is just too wide, a wall beside it, and a coin that shows the way up.',
    daysAgo: 6,
    mark: { marks: 44, comment: 'The coin is a clever hint. Give the player a safe place to fail first.' },
  },
];
