import type { DemoClass } from './demo-class.ts';

export const MARKETING_CLASSES: DemoClass[] = [
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
