import { AVATAR_FALLBACK, Picture } from './picture.tsx';

/** A user's photo. It needs no alt text, because the user's name is next to it. */
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
