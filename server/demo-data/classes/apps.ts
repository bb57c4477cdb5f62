import type { DemoClass } from './demo-class.ts';

export const APPS_CLASSES: DemoClass[] = [
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
    seats: 9,
    inLine: 2,
    startsInDays: 5,
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
