import {
  Bold,
  Code,
  Heading,
  ImageUp,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  TextQuote,
} from 'lucide-react';
import { ACCEPTED_TYPES } from '#web/images/chosen-picture.ts';
import { type Mark, MARKS } from './mark-text.ts';
import { ariaShortcut, shortcutLabel } from './shortcuts.ts';

const ICONS: Record<Mark, LucideIcon> = {
  Bold,
  Italic,
  Code,
  Link: LinkIcon,
  Heading,
  List,
  'Numbered list': ListOrdered,
  Quote: TextQuote,
};

interface EditorToolbarProps {
  onFormat: (mark: Mark) => void;
  /** Called with the chosen picture, if any. */
  onChoose: (file: File | undefined) => void;
}

/** The buttons that format the text or add a picture to it. */
export const EditorToolbar = ({ onFormat, onChoose }: EditorToolbarProps) => (
  <div role="toolbar" aria-label="Format" className="flex flex-wrap gap-1">
    {(Object.keys(MARKS) as Mark[]).map((name) => {
      const Icon = ICONS[name];
      const mark = MARKS[name];
      const key = 'key' in mark ? mark.key : undefined;
      return (
        <button
          key={name}
          type="button"
          className="btn btn-sm px-2.5"
          aria-label={name}
          aria-keyshortcuts={key && ariaShortcut(key)}
          title={key ? `${name} (${shortcutLabel(key)})` : name}
          onClick={() => onFormat(name)}
        >
          <Icon className="size-4" aria-hidden="true" />
        </button>
      );
    })}
    <label className="btn px-2.5 btn-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
      <ImageUp className="size-4" aria-hidden="true" />
      Picture
      <input
        type="file"
        accept={ACCEPTED_TYPES}
        className="sr-only"
        onChange={({ target }) => {
          onChoose(target.files?.[0]);
          target.value = '';
        }}
      />
    </label>
  </div>
);
