import { COVER_FALLBACK, Picture } from '#web/ui/picture.tsx';

interface ClassCoverProps {
  image: string;
  className?: string;
  /** Whether it is among the first that one sees of a page, and loads before all else. */
  isFirst?: boolean;
}

/** A class's picture, or a drawn cover where it has none. The title beside it says what it is. */
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
