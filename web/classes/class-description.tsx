import { truncate } from '#web/ui/truncate.ts';
import { DESCRIPTION_PREVIEW } from './description-preview.ts';

interface ClassDescriptionProps {
  text: string;
  /** Classes for the text. Its size is that of the surroundings without any. */
  className?: string;
}

/** A preview of a description with the whole text on request. It uses `<details>`, which needs no JavaScript. */
export const ClassDescription = ({ text, className = '' }: ClassDescriptionProps) => {
  if (text.length <= DESCRIPTION_PREVIEW)
    return (
      <p dir="auto" className={className}>
        {text}
      </p>
    );
  return (
    <div className="grid gap-2">
      <p dir="auto" className={`${className} has-[+[open]]:hidden`}>
        {truncate(text, DESCRIPTION_PREVIEW)}
      </p>
      <details className="group flex flex-col-reverse items-start gap-2">
        <summary className="link min-h-6 cursor-pointer list-none font-semibold text-primary">
          <span className="group-open:hidden">Read more</span>
          <span className="hidden group-open:inline">Show less</span>
        </summary>
        <p dir="auto" className={className}>
          {text}
        </p>
      </details>
    </div>
  );
};
