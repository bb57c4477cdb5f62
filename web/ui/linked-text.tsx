const ADDRESS = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/;

/** A text as it was written, with its line breaks. Addresses of the web in it are links that pass nothing on. */
export const LinkedText = ({ text }: { text: string }) => (
  <p dir="auto" className="whitespace-pre-line wrap-anywhere">
    {text.split(ADDRESS).map((part, index) =>
      // The text between addresses has even places.
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
