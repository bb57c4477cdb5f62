import { COVER_FALLBACK, Picture } from '#web/ui/picture.tsx';

interface ClassCoverProps {
  image: string;
  className?: string;
  /** Whether the image is in the first view of a page, so that it loads with high priority. */
  isFirst?: boolean;
}

/** A class's cover image, or a fallback illustration. It needs no alt text, because the title is next to it. */
export const ClassCover = ({ image, className = '', isFirst = false }: ClassCoverProps) => (
  <Picture
    src={image}
    fallback={COVER_FALLBACK}
    alt=""
    width={640}
    height={360}
    loading={isFirst ? 'eager' : 'lazy'}
    fetchPriority={isFirst ? 'high' : undefined}
    className={`aspect-video w-full bg-base-300 object-cover ${className}`}
  />
);
