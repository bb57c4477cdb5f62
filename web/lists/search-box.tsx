import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { useLocation } from '#web/routing/screens.tsx';

/** Milliseconds without input after which the search runs. */
const PAUSE = 300;

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** A search input that searches when the user pauses typing. */
export const SearchBox = ({ label, value, onSearch }: SearchBoxProps) => {
  const [text, setText] = useState(value);
  const [searched, setSearched] = useState(value);
  // Searches of this box that are not shown yet, because the page follows the box a moment later.
  const [pending, setPending] = useState<string[]>([]);
  const location = useLocation();
  const [shownAt, setShownAt] = useState(location);
  if (shownAt !== location) {
    setShownAt(location);
    const isOwn = pending.includes(value);
    setPending(isOwn ? pending.slice(pending.indexOf(value) + 1) : []);
    // Follows other changes of the URL, such as browser back or clearing the filters. What the user has typed since
    // the last search stays when only another filter changes.
    if (!isOwn && value !== searched) {
      setSearched(value);
      setText(value);
    }
  }
  const search = useEffectEvent(() => {
    setSearched(text.trim());
    setPending([...pending, text.trim()]);
    onSearch(text.trim());
  });
  const isSearched = text.trim() === searched;
  useEffect(() => {
    if (isSearched) return undefined;
    const timer = window.setTimeout(() => search(), PAUSE);
    return () => window.clearTimeout(timer);
  }, [text, isSearched]);

  // Adopts what the user typed before hydration.
  const input = useRef<HTMLInputElement>(null);
  const adopt = useEffectEvent(() => {
    if (input.current && input.current.value !== text) setText(input.current.value);
  });
  useEffect(() => adopt(), []);

  return (
    <label className="input w-full sm:w-auto sm:max-w-88 sm:min-w-72 sm:grow">
      <Search className="size-4 shrink-0 opacity-70" aria-hidden="true" />
      <span className="sr-only">{label}</span>
      <input
        ref={input}
        type="search"
        className="w-full min-w-0"
        name="q"
        value={text}
        placeholder={label}
        maxLength={TEXT_LIMITS.search}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
};
