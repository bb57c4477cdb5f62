import type { Class } from '#contract/classes.ts';
import { CURRENCY } from '#contract/money.ts';
import { type RatingSummary, RATING } from '#contract/feedback.ts';
import { BRAND } from '#web/brand.ts';
import { PATHS } from '#web/paths.ts';

/** A class in the words of https://schema.org/Course, with its offer and, once there is one, its rating. */
export const courseData = (offer: Class, rating: RatingSummary | undefined, baseUrl: string): object => {
  const url = `${baseUrl}${PATHS.classDetail(offer._id)}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: offer.title,
    description: offer.description,
    url,
    image: offer.image.startsWith('/') ? `${baseUrl}${offer.image}` : offer.image || undefined,
    provider: { '@type': 'Organization', name: BRAND.company, url: baseUrl },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      instructor: { '@type': 'Person', name: offer.name },
    },
    offers: {
      '@type': 'Offer',
      category: offer.price === 0 ? 'Free' : 'Paid',
      price: offer.price,
      priceCurrency: CURRENCY.toUpperCase(),
      availability: 'https://schema.org/InStock',
      url,
    },
    aggregateRating:
      rating && rating.count > 0
        ? {
            '@type': 'AggregateRating',
            ratingValue: rating.average,
            ratingCount: rating.count,
            bestRating: RATING.max,
            worstRating: RATING.min,
          }
        : undefined,
  };
};
