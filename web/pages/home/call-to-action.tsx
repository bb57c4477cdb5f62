import { useId } from 'react';
import type { CallToAction as Content } from '#contract/home-content.ts';
import { ActionLink } from '#web/home/action-link.tsx';
import { Picture, SLIDE_FALLBACK } from '#web/ui/picture.tsx';

interface CallToActionProps extends Content {
  /** The picture's side on tablets and larger screens. */
  side: 'start' | 'end';
}

/** A full-width call to action. */
export const CallToAction = ({ title, text, label, link, picture, side }: CallToActionProps) => {
  const id = useId();
  return (
    <section className="page">
      <div className="grid overflow-hidden rounded-box bg-secondary text-secondary-content md:grid-cols-2">
        <div
          className={`grid content-center justify-items-start gap-4 p-8 sm:p-12 ${side === 'start' ? 'md:order-2' : ''}`}
        >
          <h2 id={id} dir="auto" className="wrap-anywhere">
            {title}
          </h2>
          {text && (
            <p dir="auto" className="text-lg wrap-anywhere">
              {text}
            </p>
          )}
          <ActionLink label={label} link={link} describedBy={id} />
        </div>
        <Picture
          src={picture}
          fallback={SLIDE_FALLBACK}
          alt=""
          width={640}
          height={400}
          loading="lazy"
          className="h-56 w-full object-cover object-[78%_50%] md:h-full"
        />
      </div>
    </section>
  );
};
