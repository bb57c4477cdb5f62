import { useEffect, useEffectEvent, useRef, useState } from 'react';

interface ShowMoreOptions {
  /** How many items the list has now. */
  count: number;
  /** Whether more are being loaded. */
  isLoading: boolean;
  /** The announcement for the number of new items. */
  describeNew: (more: number) => string;
}

/**
 * A list that grows on request. The focus moves to the first new item, because the button may be gone, and screen
 * readers announce the number of new items.
 */
export const useShowMore = ({ count, isLoading, describeNew }: ShowMoreOptions) => {
  const list = useRef<HTMLUListElement>(null);
  const countBefore = useRef<number>(undefined);
  const [announcement, setAnnouncement] = useState('');
  const showNew = useEffectEvent(() => {
    const before = countBefore.current;
    countBefore.current = undefined;
    if (before === undefined || count <= before) return;
    setAnnouncement(describeNew(count - before));
    (list.current?.children[before] as HTMLElement | undefined)?.focus();
  });
  useEffect(() => {
    if (!isLoading) showNew();
  }, [count, isLoading]);
  return {
    /** The ref of the list, whose items have a `tabIndex`. */
    list,
    announcement,
    /** Must be called before more items are loaded. */
    ask: () => {
      countBefore.current = count;
    },
  };
};
