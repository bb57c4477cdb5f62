const ADDRESS = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/;

/** A text as written, with its line breaks. Web addresses become links that are not endorsed. */
export const LinkedText = ({ text }: { text: string }) => (
  <p dir="auto" className="whitespace-pre-line wrap-anywhere">
    {text.split(ADDRESS).map((part, index) =>
      // Plain text is at even indexes, addresses are at odd ones.
      index % 2 === 0 ? (
        part
      ) : (
        <a key={index} href={part} rel="nofollow ugc noopener" className="link">
          {part}
        </a>
      ),
    )}
  </p>
);
