import { COVER_FALLBACK, Picture } from '#web/ui/picture.tsx';

interface ClassCoverProps {
  image: string;
  className?: string;
  loading?: 'lazy' | 'eager';
}

/** A class's picture, or a drawn cover where it has none. The title beside it says what it is. */
export const ClassCover = ({ image, className = '', loading }: ClassCoverProps) => (
  <Picture
    src={image}
    fallback={COVER_FALLBACK}
    alt=""
    width={640}
    height={360}
    loading={loading}
    className={`aspect-video w-full bg-base-300 object-cover ${className}`}
  />
);
