import type { Enrollment } from '#contract/enrollments.ts';
import { CertificateLine } from '#web/certificates/certificate-line.tsx';
import { PATHS } from '#web/paths.ts';
import { ClassDescription } from '#web/classes/class-description.tsx';
import { ClassCover } from '#web/classes/class-cover.tsx';
import { StartDate } from '#web/classes/start-date.tsx';
import { ProgressLine } from '#web/learning/progress-line.tsx';
import { ResumeLink } from '#web/learning/resume-link.tsx';
import { Link } from '#web/routing/link.tsx';
import { formatPaymentDay } from '#web/ui/format-date.ts';
import { Price } from '#web/ui/price.tsx';
import { LeaveClass } from './leave-class.tsx';

/** A class that the student is enrolled in, in its current version, with the price paid. */
export const EnrollmentCard = ({ enrollment }: { enrollment: Enrollment }) => {
  const { myClass, price, date, learning } = enrollment;
  return (
    <article className="panel grid overflow-hidden sm:grid-cols-[15rem_minmax(0,1fr)]">
      {/* A margin on all sides, because the picture is rarely as tall as the card. */}
      <div className="sm:p-5 sm:pe-0">
        <ClassCover image={myClass.image} className="sm:rounded-box" />
      </div>
      <div className="grid content-start gap-3 p-5">
        <h2 dir="auto" className="text-lg">
          {myClass.title}
        </h2>
        <p className="muted text-sm">
          Instructor: <bdi className="font-semibold">{myClass.name}</bdi>
        </p>
        <div className="text-sm">
          <ClassDescription text={myClass.description} />
        </div>
        <StartDate of={myClass} />
        {learning && <ProgressLine done={learning.done} of={learning.lessons} />}
        <CertificateLine enrollment={enrollment} />
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm">
            <span className="text-lg font-extrabold">
              <Price of={price} />
            </span>
            <span className="muted">
              {price === 0 ? ', enrolled on' : ' paid on'} {formatPaymentDay(date)}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            {enrollment.transactionId === null && <LeaveClass enrollment={enrollment} />}
            {learning && (
              <ResumeLink
                lesson={learning.resume}
                done={learning.done}
                of={learning.lessons}
                className="btn-outline"
              />
            )}
            <Link
              to={PATHS.assignments(myClass._id)}
              state={{ enrollment }}
              className="btn btn-primary"
              aria-label={`Continue: ${myClass.title}`}
            >
              Continue
            </Link>
          </div>
        </div>
      </div>
    </article>
  );
};
