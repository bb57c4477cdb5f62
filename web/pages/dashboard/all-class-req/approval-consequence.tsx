import { useQuery } from '@tanstack/react-query';
import type { Class } from '#contract/classes.ts';
import { CURRENT } from '#web/calls/client/query-client.ts';
import { curriculumQuery } from '#web/calls/curriculum.ts';

/** What follows from an approval, with a warning if students would find nothing in the class. */
export const ApprovalConsequence = ({ submission: { _id, assignments } }: { submission: Class }) => {
  const { data } = useQuery({ ...curriculumQuery(_id), ...CURRENT, enabled: !assignments });
  return (
    <>
      It will be published, and students can enroll in it.
      <span role="status" className="mt-2 block font-semibold empty:hidden">
        {!assignments && data?.lessons === 0 && 'This class has no lessons yet.'}
      </span>
    </>
  );
};
