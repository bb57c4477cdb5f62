import { AVATAR_FALLBACK, Picture } from './picture.tsx';

/** A user's photo beside their name, which is why it needs no text of its own. */
export const Avatar = ({ image }: { image: string }) => (
  <Picture
    src={image}
    fallback={AVATAR_FALLBACK}
    alt=""
    width={40}
    height={40}
    loading="lazy"
    className="size-10 shrink-0 rounded-full bg-base-300 object-cover"
  />
);
