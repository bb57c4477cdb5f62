import type { PostContent } from '#contract/blog-posts.ts';

const POSTS: Record<string, PostContent> = {
  'turn-in-the-ugly-version': {
    title: 'Turn in the ugly version',
    author: 'Clara Whitfield',
    date: '2026-10-06',
    picture: '',
    text: `Every term, someone asks for two more days because the page “isn’t pretty yet.” I give them the two days and ask for the ugly version in the meantime. It is nearly always the better submission: the decisions are visible, nothing is hidden under a gradient, and there is still time to change them.

Feedback is worth most before you have fallen in love with your work. If a draft embarrasses you, it is probably the right time to show it.`,
  },
  'one-number-for-a-small-shop': {
    title: 'One number for a small shop',
    author: 'Amara Okafor',
    date: '2026-09-14',
    picture: '',
    text: `Small businesses are told to measure everything. Most of them end up with a dashboard that nobody opens. I ask my students to choose one number that would make them change what they do on Monday: tables booked by phone, for example, or repeat orders within a month.

Once that number has led to a decision, add a second. It takes about a year to need a dashboard.`,
  },
  'a-level-should-teach-with-kindness': {
    title: 'A level should teach with kindness',
    author: 'Rafael Duarte',
    date: '2026-08-21',
    picture: '',
    text: `The first pit in your game should be one that the player can climb out of. They learn that pits exist, that jumping matters, and that you are on their side. The second pit may be deep.

It works for classes too. Students should be able to fail the first assignment without losing anything.`,
  },
};

/** The posts of a blog whose owner has not changed them, by the last part of their addresses. */
export const DEFAULT_POSTS: ReadonlyMap<string, PostContent> = new Map(Object.entries(POSTS));
