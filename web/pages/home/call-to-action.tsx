import { Link } from 'react-router';

interface CallToActionProps {
  title: string;
  text: string;
  to: string;
  label: string;
  /** Completes the label for screen readers if it does not describe the link's target. */
  labelEnd?: string;
  picture: string;
  /** The side of the picture on tablets and larger screens. */
  side: 'start' | 'end';
}

/** A full-width call to action. */
export const CallToAction = ({ title, text, to, label, labelEnd, picture, side }: CallToActionProps) => (
  <section className="page">
    <div className="grid overflow-hidden rounded-box bg-secondary text-secondary-content md:grid-cols-2">
      <div
        className={`grid content-center justify-items-start gap-4 p-8 sm:p-12 ${side === 'start' ? 'md:order-2' : ''}`}
      >
        <h2>{title}</h2>
        <p className="text-lg">{text}</p>
        <Link to={to} className="btn btn-primary btn-lg">
          {label}
          {labelEnd && <span className="sr-only"> {labelEnd}</span>}
        </Link>
      </div>
      <img
        src={picture}
        alt=""
        width={640}
        height={400}
        loading="lazy"
        className="h-56 w-full object-cover object-[78%_50%] md:h-full"
      />
    </div>
  </section>
);
