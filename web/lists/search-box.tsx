import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TEXT_LIMITS } from '#contract/common.ts';

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
  const [shown, setShown] = useState(value);
  const timer = useRef<number>(undefined);
  // Follows changes of the URL, such as browser back or clearing the filters.
  if (shown !== value) {
    setShown(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const type = (typed: string) => {
    setText(typed);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onSearch(typed.trim()), PAUSE);
  };

  // Adopts what the user typed before hydration.
  const input = useRef<HTMLInputElement>(null);
  const adopt = useEffectEvent(() => {
    if (input.current && input.current.value !== text) type(input.current.value);
  });
  useEffect(() => adopt(), []);

  return (
    <label className="input w-full sm:w-72">
      <Search className="size-4 shrink-0 opacity-70" aria-hidden="true" />
      <span className="sr-only">{label}</span>
      <input
        ref={input}
        type="search"
        name="q"
        value={text}
        placeholder={label}
        maxLength={TEXT_LIMITS.search}
        onChange={(event) => type(event.target.value)}
      />
    </label>
  );
};
