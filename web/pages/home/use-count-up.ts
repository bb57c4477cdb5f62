import { useEffect, useRef, useState } from 'react';

/** The duration of the animation in milliseconds. */
const DURATION = 1_200;

const easeOut = (progress: number): number => 1 - (1 - progress) ** 3;

/** Counts up to a number when the element scrolls into view. Users who prefer reduced motion see the number at once. */
export const useCountUp = (target: number | undefined) => {
  const ref = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number>();
  useEffect(() => {
    const element = ref.current;
    if (target === undefined || !element) return undefined;
    let frame = 0;
    const count = () => {
      const start = performance.now();
      const step = (now: number) => {
        const progress = Math.min((now - start) / DURATION, 1);
        setShown(Math.round(target * easeOut(progress)));
        if (progress < 1) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) setShown(target);
      else count();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [target]);
  return { ref, shown };
};
