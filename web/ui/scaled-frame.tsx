import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

interface ScaledFrameProps {
  title: string;
  /** The simulated window size, in CSS pixels. */
  width: number;
  height: number;
  children: ReactNode;
}

/** Prepares an empty document with the styles and theme of this one. */
const prepare = (frame: Document): HTMLElement => {
  frame.documentElement.dataset.theme = document.documentElement.dataset.theme;
  for (const style of document.querySelectorAll('link[rel=stylesheet], style'))
    frame.head.append(style.cloneNode(true));
  frame.body.inert = true;
  return frame.body;
};

/**
 * Shows content as it looks in a window of the given size, scaled down to fit. It is in a document of its own,
 * because styles depend on the window's width. Its controls do not work.
 */
export const ScaledFrame = ({ title, width, height, children }: ScaledFrameProps) => {
  const room = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState<HTMLElement>();
  const [scale, setScale] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setScale(Math.min(1, entry!.contentRect.width / width)));
    observer.observe(room.current!);
    return () => observer.disconnect();
  }, [width]);
  const show = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) =>
    setBody(prepare(currentTarget.contentDocument!));
  return (
    <div ref={room} className="w-full overflow-hidden" style={{ height: height * scale }}>
      <iframe
        title={title}
        srcDoc="<!doctype html><html lang='en'><head></head><body></body></html>"
        tabIndex={-1}
        onLoad={show}
        className="pointer-events-none origin-top-left rounded-field"
        style={{ width, height, transform: `scale(${scale})` }}
      />
      {body && createPortal(children, body)}
    </div>
  );
};
