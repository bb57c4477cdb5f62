import { CircleCheck } from 'lucide-react';
import type { Class } from '#contract/classes.ts';
import type { Enrollment } from '#contract/enrollments.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import type { useClassRelation } from './use-class-relation.ts';

/** How far the class is published, for its teacher. The students of a withdrawn class keep access. */
const describeStatus = ({ status, deleted, withdrawn, enroll }: Class): string => {
  if (deleted) return 'You deleted this class. Its students still have access.';
  if (status === 'approve') return 'This is your own class.';
  if (status === 'Draft') return 'Draft. Only you can see this class.';
  const readers = enroll > 0 ? 'you, your students and our team' : 'you and our team';
  const review = status === 'Pending' ? 'Pending review' : withdrawn ? 'Withdrawn' : 'Rejected';
  return `${review}. Only ${readers} can see this class.`;
};

const OwnClass = ({ offer }: { offer: Class }) => (
  <div className="grid gap-3">
    <p className="font-semibold">{describeStatus(offer)}</p>
    <Link
      to={
        offer.status === 'approve' || offer.deleted
          ? PATHS.classTask(offer._id)
          : PATHS.updateClass(offer._id)
      }
      className="btn btn-primary btn-lg"
    >
      Manage this class
    </Link>
  </div>
);

const OwnEnrollment = ({ enrollment, offer }: { enrollment: Enrollment; offer: Class }) => (
  <div className="grid gap-3">
    <p className="flex items-center gap-2 font-semibold text-success">
      <CircleCheck className="size-5" aria-hidden="true" />
      You are enrolled in this class
    </p>
    <Link to={PATHS.assignments(offer._id)} state={{ enrollment }} className="btn btn-primary btn-lg">
      Continue
    </Link>
  </div>
);

interface OwnStepProps {
  offer: Class;
  relation: Exclude<ReturnType<typeof useClassRelation>, { as: 'pending' | 'visitor' }>;
}

/** The next step of a student or the teacher of the class, and of a user who may be one of them. */
export const OwnStep = ({ offer, relation }: OwnStepProps) => {
  if (relation.as === 'failed')
    return (
      <div role="alert" className="grid gap-3">
        <p className="font-semibold">We couldn’t check whether you’re enrolled</p>
        <button type="button" className="btn btn-primary" onClick={relation.retry}>
          Try again
        </button>
      </div>
    );
  return relation.as === 'teacher' ? (
    <OwnClass offer={offer} />
  ) : (
    <OwnEnrollment enrollment={relation.enrollment} offer={offer} />
  );
};
