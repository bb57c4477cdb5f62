import { useEffect } from 'react';
import { BRAND } from '#web/brand.ts';

/** Names the document after the screen. */
export const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · ${BRAND.name}`;
  }, [title]);
};
