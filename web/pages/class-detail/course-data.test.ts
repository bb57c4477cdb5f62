import { describe, expect, it } from 'vitest';
import type { Class } from '#contract/classes.ts';
import { courseData } from './course-data.ts';

const SITE = 'https://site.test';
const OFFER = {
  _id: '7',
  title: 'Game feel',
  name: 'Ada',
  description: 'Juice',
  image: '/a.svg',
  price: 30,
} as Class;

describe('the structured data of a class', () => {
  it('has absolute addresses and the offer', () => {
    expect(courseData(OFFER, undefined, SITE)).toMatchObject({
      url: `${SITE}/classDetail/7`,
      image: `${SITE}/a.svg`,
      offers: { price: 30, priceCurrency: 'USD', category: 'Paid', url: `${SITE}/classDetail/7` },
    });
  });

  it('says that a class is free', () => {
    expect(courseData({ ...OFFER, price: 0 }, undefined, SITE)).toMatchObject({
      offers: { category: 'Free' },
    });
  });

  it.each([
    ['https://pictures.test/a.png', 'https://pictures.test/a.png'],
    ['', undefined],
  ])('has the image %j as %j', (image, expected) => {
    expect(courseData({ ...OFFER, image }, undefined, SITE)).toMatchObject({ image: expected });
  });

  it('has a rating once there is one', () => {
    const none = { count: 0, average: 0, distribution: [0, 0, 0, 0, 0] };
    expect(courseData(OFFER, none as never, SITE)).toMatchObject({ aggregateRating: undefined });
    const rated = { ...none, count: 2, average: 4.5 };
    expect(courseData(OFFER, rated as never, SITE)).toMatchObject({
      aggregateRating: { ratingValue: 4.5, ratingCount: 2, bestRating: 5, worstRating: 1 },
    });
  });
});
