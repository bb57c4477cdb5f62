import { Link } from 'react-router';
import type { Enrollment } from '#contract/enrollments.ts';
import { formatPrice } from '#contract/money.ts';
import { PATHS } from '#web/paths.ts';
import { ClassCover } from '#web/classes/class-cover.tsx';
import { formatPaymentDay } from '#web/ui/format-date.ts';

/** A class that the student is enrolled in, in its current version, with the price paid. */
export const EnrollmentCard = ({ enrollment }: { enrollment: Enrollment }) => {
  const { myClass, price, date } = enrollment;
  return (
    <article className="panel grid overflow-hidden sm:grid-cols-[14rem_minmax(0,1fr)]">
      <ClassCover image={myClass.image} className="sm:h-full" />
      <div className="grid content-start gap-3 p-5">
        <h2 dir="auto" className="text-lg">
          {myClass.title}
        </h2>
        <p className="muted text-sm">
          Instructor: <bdi className="font-semibold">{myClass.name}</bdi>
        </p>
        <p dir="auto" className="line-clamp-3 text-sm">
          {myClass.description}
        </p>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm">
            <span className="text-lg font-extrabold">{formatPrice(price)}</span>{' '}
            <span className="muted">paid on {formatPaymentDay(date)}</span>
          </p>
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
    </article>
  );
};
