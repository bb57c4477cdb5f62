import { Bookmark, BookmarkCheck } from 'lucide-react';

/** The visible label of the button that saves a class, or that shows that it is saved. */
export const SaveLabel = ({ saved = false }: { saved?: boolean }) => {
  const Icon = saved ? BookmarkCheck : Bookmark;
  return (
    <>
      <Icon className="size-4" aria-hidden="true" />
      {saved ? 'Saved' : 'Save for later'}
    </>
  );
};
