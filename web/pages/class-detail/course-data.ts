import type { Class } from '#contract/classes.ts';
import type { Currency } from '#contract/currencies.ts';
import type { Curriculum } from '#contract/curriculum.ts';
import { RATING } from '#contract/feedback.ts';
import { PATHS } from '#web/paths.ts';

interface Course {
  offer: Class;
  curriculum: Curriculum | undefined;
  baseUrl: string;
  company: string;
  currency: Currency;
}

/** A duration in ISO 8601 format. */
const duration = (minutes: number): string | undefined => (minutes > 0 ? `PT${minutes}M` : undefined);

/** The part of the structured data that describes the lessons. */
const syllabusOf = ({ outcomes, sections }: Curriculum) => ({
  teaches: outcomes.length > 0 ? outcomes : undefined,
  syllabusSections: sections.map(({ title, lessons }) => ({
    '@type': 'Syllabus',
    name: title,
    description: lessons.map((lesson) => lesson.title).join('; '),
    timeRequired: duration(lessons.reduce((sum, { minutes = 0 }) => sum + minutes, 0)),
  })),
});

/** Reserved seats may be free again within the hour, so search engines must not report the class as sold out. */
const availabilityOf = (offer: Class): string => {
  if (offer.seatsLeft !== 0) return 'InStock';
  return offer.seatsReserved ? 'LimitedAvailability' : 'SoldOut';
};

/** A class as structured data (https://schema.org/Course), with its offer, its lessons and its rating if it has one. */
export const courseData = ({ offer, curriculum, baseUrl, company, currency }: Course): object => {
  const url = `${baseUrl}${PATHS.classDetail(offer._id)}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: offer.title,
    description: offer.description,
    educationalLevel: offer.experience,
    url,
    image: offer.image.startsWith('/') ? `${baseUrl}${offer.image}` : offer.image || undefined,
    provider: { '@type': 'Organization', name: company, url: baseUrl },
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseWorkload: duration(curriculum?.minutes ?? 0),
      startDate: offer.startsOn,
      instructor: {
        '@type': 'Person',
        name: offer.name,
        url: offer.teacherId && `${baseUrl}${PATHS.teacher(offer.teacherId)}`,
      },
    },
    ...(curriculum && curriculum.lessons > 0 && syllabusOf(curriculum)),
    offers: {
      '@type': 'Offer',
      category: offer.price === 0 ? 'Free' : 'Paid',
      price: offer.price,
      priceCurrency: currency.toUpperCase(),
      availability: `https://schema.org/${availabilityOf(offer)}`,
      url,
    },
    aggregateRating: offer.rating && {
      '@type': 'AggregateRating',
      ratingValue: offer.rating.average,
      ratingCount: offer.rating.count,
      bestRating: RATING.max,
      worstRating: RATING.min,
    },
  };
};
