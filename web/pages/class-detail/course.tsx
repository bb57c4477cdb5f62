import { useQuery } from '@tanstack/react-query';
import type { Class } from '#contract/classes.ts';
import { curriculumQuery } from '#web/calls/curriculum.ts';
import { useSite } from '#web/meta/site-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { StructuredData } from '#web/meta/structured-data.tsx';
import { ClassCurriculum } from './class-curriculum.tsx';
import { courseData } from './course-data.ts';

/** The query of this part. It is loaded with the part, not with the page. */
export const courseQuery = curriculumQuery;

/** The curriculum of a class, for readers and for search engines. */
export const Course = ({ offer }: { offer: Class }) => {
  const { baseUrl, brand, currency } = useSite();
  const { data: curriculum, isLoadingError, refetch } = useQuery(courseQuery(offer._id));
  return (
    <>
      <StructuredData data={courseData({ offer, curriculum, baseUrl, company: brand.company, currency })} />
      {curriculum && <ClassCurriculum curriculum={curriculum} />}
      {isLoadingError && (
        <LoadError title="The curriculum could not be loaded" onRetry={() => void refetch()} />
      )}
    </>
  );
};
