import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface ShowMoreOptions {
  /** How many items the list has now. */
  count: number;
  /** Whether more are being loaded. */
  isLoading: boolean;
  /** What a screen reader says of those that came. */
  tell: (more: number) => string;
}

/**
 * A list that grows when the user asks for more. The focus goes to the first new item, because the button may be gone, and
 * a screen reader says how many there are.
 */
export const useShowMore = ({ count, isLoading, tell }: ShowMoreOptions) => {
  const list = useRef<HTMLUListElement>(null);
  const countBefore = useRef<number>(undefined);
  const [announcement, setAnnouncement] = useState('');
  const showNew = useEffectEvent(() => {
    const before = countBefore.current;
    countBefore.current = undefined;
    if (before === undefined || count <= before) return;
    setAnnouncement(tell(count - before));
    (list.current?.children[before] as HTMLElement | undefined)?.focus();
  });
  useEffect(() => {
    if (!isLoading) showNew();
  }, [count, isLoading]);
  return {
    /** Of the list, whose items have a `tabIndex`. */
    list,
    announcement,
    /** To be called before more are loaded. */
    ask: () => {
      countBefore.current = count;
    },
  };
};
