import { Disclosure } from '#web/ui/disclosure.tsx';
import { truncate } from '#web/ui/truncate.ts';

/** In characters: about two lines of a table's column. */
const SHORT = 60;

/** A text about a payment, such as the reason of a refund. A long one is shortened, with the whole text on request. */
export const PaymentFact = ({ text }: { text: string }) => {
  const look = 'muted text-xs wrap-anywhere in-rows:max-w-44';
  if (text.length <= SHORT) return <span className={look}>{text}</span>;
  return (
    <>
      <span className={`${look} line-clamp-2`}>{text}</span>
      <Disclosure
        label={`Read more: ${truncate(text, SHORT)}`}
        button="Read more"
        buttonClass="link min-h-6 cursor-pointer text-xs font-semibold"
        panelClass="m-auto w-[min(32rem,100%-2rem)] p-6 text-start shadow-xl"
      >
        {() => (
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {text}
          </p>
        )}
      </Disclosure>
    </>
  );
};
