export const POSTS = [
  {
    title: 'Hand in the ugly version',
    author: 'Clara Whitfield',
    date: '2026-10-06',
    paragraphs: [
      'Every term somebody asks for two more days because the page “is not pretty yet”. I give them the two days and ask for the ugly version in the meantime. It is nearly always the better submission: the decisions are visible, nothing is hidden under a gradient, and there is still time to change them.',
      'Feedback is worth most before you have fallen in love with your work. If you are ashamed of a draft, it is probably the right moment to show it.',
    ],
  },
  {
    title: 'One number for a small shop',
    author: 'Amara Okafor',
    date: '2026-09-14',
    paragraphs: [
      'Small businesses are told to measure everything. Most of them end up with a dashboard that nobody opens. I ask my students to choose one number that would make them change what they do on Monday: tables booked by telephone, for example, or second orders within a month.',
      'When that number has led to one decision, add a second. It takes about a year to need a dashboard.',
    ],
  },
  {
    title: 'A level should teach by kindness',
    author: 'Rafael Duarte',
    date: '2026-08-21',
    paragraphs: [
      'The first pit in your game should be one that the player can climb out of. They learn that pits exist, that jumping matters, and that you are on their side. The second pit may be deep.',
      'It works for classes too. The first assignment should be possible to fail without losing anything.',
    ],
  },
] as const;
