import type { PageContent, SitePageName } from '#contract/site-pages.ts';

/** What visitors read on the pages that the owner of the site has not written. The others do not exist yet. */
export const DEFAULT_PAGES: Readonly<Partial<Record<SitePageName, PageContent>>> = {
  about: {
    title: 'About us',
    lead: '{company} started in 1999 as a two-person office that looked after other people’s computers. What we liked most was explaining things, so that is what we do now.',
    text: `## What we believe

A good class leaves you able to do something you couldn’t do before. So every class here ends in a piece of work: a page, a campaign, a logo, an app, a game level, an audit. A teacher reviews it and tells you what works and what doesn’t.

We keep classes small enough for that, and we pick teachers who still do the work they teach. Our team reviews every class before it is published and sends back those that promise too much.

## How it works

You pay once for a class and keep it. There is no subscription, and nothing renews automatically. Teachers set their own prices and can always see how their classes are doing.`,
  },
  faq: {
    title: 'Frequently asked questions',
    lead: '',
    text: `## Do I need to know anything before I start?

Each class names its level. “Beginner” classes start from an empty page; the descriptions of the others say what you should already know.

## How long do I keep a class?

As long as you like. It stays in your list with its assignment, even if the teacher no longer offers it.

## Which cards can I pay with?

All common credit and debit cards. The card provider handles the card; its number never reaches our servers.

## What if a payment is interrupted?

Nothing is lost. We check with the card provider and enroll you as soon as the payment is confirmed. You are never charged twice for the same class.

## How do I become a teacher?

Create an account and send us a request with your experience and field. Our team reviews it. Once you are a teacher you can add classes, which we review before they are published.`,
  },
  branding: {
    title: 'Branding',
    lead: 'A name, a mark and a voice that your team can maintain without us. We work with small companies that have outgrown their first logo.',
    text: `## What you get

A week of listening to you and your customers, then a proposal on two pages: who you are for, what you promise, and how that should look and sound. We start drawing once we agree on it.

You receive your logo in every format you need, a palette that meets the contrast guidelines in light and dark themes, one licensed typeface, templates for what you send most often, and a guide short enough to be read.

## How we work

Two designers from our teaching team, three to six weeks, one fixed price. You see the work every Friday. If by the second Friday we find that we are not right for each other, we stop, and you pay for two weeks.`,
  },
  marketing: {
    title: 'Marketing',
    lead: 'Plans that fit on a page and campaigns that stop when they no longer pay. For businesses with a small budget and no patience for jargon.',
    text: `## A plan that you can carry out

We start with the numbers that you have, however few. From them we write one page: the people you want to reach, the promise you make to them, two channels, a budget and the number that will tell you whether it works.

## Help where you want it

Search, email, social media and the pages they lead to. You can hand us a channel for a quarter, or have us work alongside your team once a week until they no longer need us. Most clients choose the latter, and we think they are right.

## What we don’t do

Bought links, bought followers, and ads that only work on people who are not looking closely.`,
  },
};
