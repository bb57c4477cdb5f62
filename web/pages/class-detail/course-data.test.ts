import { describe, expect, it } from 'vitest';
import type { Class } from '#contract/classes.ts';
import { courseData } from './course-data.ts';

const SITE = 'https://site.test';
const OWNER = { baseUrl: SITE, company: 'A School Ltd.', currency: 'eur' as const };
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
    expect(courseData({ offer: OFFER, curriculum: undefined, ...OWNER })).toMatchObject({
      url: `${SITE}/classDetail/7`,
      image: `${SITE}/a.svg`,
      offers: { price: 30, priceCurrency: 'EUR', category: 'Paid', url: `${SITE}/classDetail/7` },
    });
  });

  it('says that a class is free', () => {
    expect(courseData({ offer: { ...OFFER, price: 0 }, curriculum: undefined, ...OWNER })).toMatchObject({
      offers: { category: 'Free' },
    });
  });

  it('says when a class starts, and whether a seat is left', () => {
    const dataOf = (more: Partial<Class>) =>
      courseData({ offer: { ...OFFER, ...more }, curriculum: undefined, ...OWNER });
    expect(dataOf({ seats: 9, seatsLeft: 1, startsOn: '2040-06-30' })).toMatchObject({
      hasCourseInstance: { startDate: '2040-06-30' },
      offers: { availability: 'https://schema.org/InStock' },
    });
    expect(dataOf({ seats: 9, seatsLeft: 0 })).toMatchObject({
      offers: { availability: 'https://schema.org/SoldOut' },
    });
    expect(dataOf({ seats: 9, seatsLeft: 0, seatsReserved: true })).toMatchObject({
      offers: { availability: 'https://schema.org/LimitedAvailability' },
    });
  });

  it.each([
    ['https://pictures.test/a.png', 'https://pictures.test/a.png'],
    ['', undefined],
  ])('has the image %j as %j', (image, expected) => {
    expect(courseData({ offer: { ...OFFER, image }, curriculum: undefined, ...OWNER })).toMatchObject({
      image: expected,
    });
  });

  it('has a rating once there is one', () => {
    expect(courseData({ offer: OFFER, curriculum: undefined, ...OWNER })).toMatchObject({
      aggregateRating: undefined,
    });
    const rated = { ...OFFER, rating: { average: 4.5, count: 2 } };
    expect(courseData({ offer: rated, curriculum: undefined, ...OWNER })).toMatchObject({
      aggregateRating: { ratingValue: 4.5, ratingCount: 2, bestRating: 5, worstRating: 1 },
    });
  });

  it('has the lessons once there are some', () => {
    const lesson = { _id: '1', kind: 'article', title: 'Why', minutes: 20, isPreview: false } as const;
    const curriculum = {
      outcomes: ['Jump well'],
      sections: [{ _id: '2', title: 'Basics', lessons: [lesson, { ...lesson, title: 'How' }] }],
      lessons: 2,
      minutes: 40,
    };
    const course = { offer: OFFER, ...OWNER };
    expect(courseData({ ...course, curriculum })).toMatchObject({
      teaches: ['Jump well'],
      syllabusSections: [
        { '@type': 'Syllabus', name: 'Basics', description: 'Why; How', timeRequired: 'PT40M' },
      ],
      hasCourseInstance: { courseWorkload: 'PT40M' },
    });
    const none = { outcomes: [], sections: [], lessons: 0, minutes: 0 };
    expect(courseData({ ...course, curriculum: none })).not.toHaveProperty('syllabusSections');
  });
});
