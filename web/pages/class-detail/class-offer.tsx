import { CalendarDays, GraduationCap, type LucideIcon, Users } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { Class } from '#contract/classes.ts';
import { ClassDescription } from '#web/classes/class-description.tsx';
import { ClassKind } from '#web/classes/class-kind.tsx';
import { ClassRating } from '#web/classes/class-rating.tsx';
import { NoSeat } from '#web/classes/no-seat.tsx';
import { TeacherName } from '#web/classes/teacher-name.tsx';
import { useClassRelation } from '#web/classes/use-class-relation.ts';
import { PATHS } from '#web/paths.ts';
import { ClassCover } from '#web/classes/class-cover.tsx';
import { later } from '#web/rendering/later.tsx';
import { Link } from '#web/routing/link.tsx';
import { useLocation } from '#web/routing/screens.tsx';
import { useSession } from '#web/session/session-context.ts';
import { formatDate } from '#web/ui/format-date.ts';
import { Price } from '#web/ui/price.tsx';
import { ActionsPart, CoursePart, Deferred, OthersPart } from './deferred-parts.tsx';
import { OfferFeedback } from './offer-feedback.tsx';

/** Loaded only for signed-in users, and only if the class is free. */
const FreeEnrollment = later(async () => (await import('#web/classes/free-enrollment.tsx')).FreeEnrollment);

/** Loaded only for signed-in users, and only if the class is full. */
const WaitingList = later(async () => (await import('#web/classes/waiting-list.tsx')).WaitingList);

/** Loaded only for students and the teacher of the class. */
const OwnStep = later(async () => (await import('#web/classes/own-step.tsx')).OwnStep);

const StepSkeleton = () => <div className="skeleton h-12 rounded-field" aria-hidden="true" />;

/** On phones, stays at the bottom edge while the page scrolls. */
const BottomBar = ({ children }: { children: ReactNode }) => (
  <div className="bottom-bar-on-phones">{children}</div>
);

/** Shown until it is known whether the user is logged in, and in documents without scripts. */
const DisabledEnrollment = () => (
  <button type="button" className="btn btn-primary btn-lg" disabled>
    Enroll for free
  </button>
);

/** Leads through the login back to this page. */
const LoginLink = ({ className, children }: { className: string; children: string }) => (
  <Link to={PATHS.login} state={{ from: useLocation() }} className={`btn ${className}`}>
    {children}
  </Link>
);

/** The action that gets the user a seat in a free class. Visitors log in first. */
const TakeFreeSeat = ({ classId }: { classId: string }) => {
  const { user, loading } = useSession();
  if (user)
    return (
      <Suspense fallback={<DisabledEnrollment />}>
        <FreeEnrollment classId={classId} />
      </Suspense>
    );
  if (loading) return <DisabledEnrollment />;
  return <LoginLink className="btn-primary btn-lg">Log in to enroll for free</LoginLink>;
};

/** The action that gets the user a seat. */
const TakeSeat = ({ offer }: { offer: Class }) =>
  offer.price === 0 ? (
    <TakeFreeSeat classId={offer._id} />
  ) : (
    <Link to={PATHS.payment(offer._id)} state={{ myClass: offer }} className="btn btn-primary btn-lg">
      Pay Now
    </Link>
  );

/** The next step for a class without free seats. One may be reserved for the user. */
const FullClass = ({ offer }: { offer: Class }) => {
  const { user } = useSession();
  const full = <NoSeat offer={offer} />;
  if (user)
    return (
      <Suspense fallback={<StepSkeleton />}>
        <WaitingList classId={offer._id} full={full} takeSeat={<TakeSeat offer={offer} />} />
      </Suspense>
    );
  return (
    <div className="grid gap-3">
      {full}
      <LoginLink className="btn-outline">Log in to join the waiting list</LoginLink>
    </div>
  );
};

/** The next step for the current user. */
const NextStep = ({ offer }: { offer: Class }) => {
  const relation = useClassRelation(offer._id);
  const isFull = offer.seatsLeft === 0;
  if (relation.as === 'pending') {
    if (isFull) return <StepSkeleton />;
    return (
      <BottomBar>
        <StepSkeleton />
      </BottomBar>
    );
  }
  if (relation.as !== 'visitor')
    return (
      <BottomBar>
        <Suspense fallback={<StepSkeleton />}>
          <OwnStep offer={offer} relation={relation} />
        </Suspense>
      </BottomBar>
    );
  if (offer.status !== 'approve') return <p className="font-semibold">This class is not published.</p>;
  if (isFull) return <FullClass offer={offer} />;
  return (
    <BottomBar>
      {offer.price > 0 && (
        <span className="bar-price" aria-hidden="true">
          <Price of={offer.price} />
        </span>
      )}
      <TakeSeat offer={offer} />
    </BottomBar>
  );
};

const seatsOf = (offer: Class): string => {
  const { seats = 0, seatsLeft, seatsReserved } = offer;
  if (seatsLeft !== 0) return `${seatsLeft} of ${seats} ${seats === 1 ? 'seat' : 'seats'} left`;
  if (seats === 1) return `The only seat is ${seatsReserved ? 'reserved' : 'taken'}`;
  return `All ${seats} seats are ${seatsReserved ? 'taken or reserved' : 'taken'}`;
};

interface FactProps {
  Icon: LucideIcon;
  label: string;
  children: ReactNode;
}

const Fact = ({ Icon, label, children }: FactProps) => (
  <div className="flex items-center gap-3">
    <dt>
      <Icon className="size-5 text-primary" aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);

/** The offer of a class: picture, title, teacher, description, price, and the button for the next step. */
export const ClassOffer = ({ offer }: { offer: Class }) => (
  <article className="page grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
    <div className="grid min-w-0 gap-6">
      <ClassCover image={offer.image} isFirst className="rounded-box" />
      <div className="grid gap-3">
        <ClassKind of={offer} />
        <h1 dir="auto">{offer.title}</h1>
        <ClassRating of={offer} />
      </div>
      <ClassDescription className="text-lg leading-relaxed whitespace-pre-line" text={offer.description} />
    </div>
    <aside
      className="panel grid gap-5 p-6 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1"
      aria-label="Enrollment"
    >
      <div className="text-4xl font-extrabold">
        <Price of={offer.price} />
      </div>
      {offer.price === 0 && <p className="muted">No card needed.</p>}
      <NextStep offer={offer} />
      {offer.status === 'approve' && !offer.deleted && <Deferred part={ActionsPart} offer={offer} />}
      <dl className="grid gap-3 border-t border-base-300 pt-5 text-sm">
        <Fact Icon={GraduationCap} label="Teacher">
          Taught by <TeacherName of={offer} link="link py-1 font-semibold" />
        </Fact>
        <Fact Icon={Users} label="Students">
          {offer.enroll} {offer.enroll === 1 ? 'student' : 'students'} enrolled
          {offer.seats && !offer.paused && <p>{seatsOf(offer)}</p>}
        </Fact>
        {offer.startsOn && (
          <Fact Icon={CalendarDays} label="Start">
            Start date: {formatDate(offer.startsOn)}
          </Fact>
        )}
      </dl>
    </aside>
    <div className="grid min-w-0 gap-8">
      <Deferred part={CoursePart} offer={offer} />
      <OfferFeedback classId={offer._id} />
      <Deferred part={OthersPart} offer={offer} />
    </div>
  </article>
);
