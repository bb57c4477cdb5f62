import { Trash2 } from 'lucide-react';
import { MAX_CAPTIONS } from '#contract/lessons.ts';
import { LANGUAGES } from '#web/curriculum/languages.ts';
import type { Content } from './lesson-content.ts';
import { UploadField } from './upload-field.tsx';

type Captions = Content['captions'];

/** The first language without captions, starting with the user's own languages. */
const nextLanguage = (captions: Captions): string => {
  const wanted = [...navigator.languages.map((tag) => tag.split('-')[0]), ...LANGUAGES.map(({ tag }) => tag)];
  const isFree = (tag: string | undefined) =>
    LANGUAGES.some((one) => one.tag === tag) && captions.every(({ language }) => language !== tag);
  return wanted.find(isFree) ?? 'en';
};

interface CaptionsFieldProps {
  captions: Captions;
  error?: string;
  onChange: (captions: Captions) => void;
}

/** The captions of a video, each with its language. */
export const CaptionsField = ({ captions, error, onChange }: CaptionsFieldProps) => (
  <fieldset className="grid content-start gap-3">
    <legend className="pb-2 text-sm font-semibold">Captions</legend>
    {captions.map(({ language, file }) => (
      <div key={file._id} className="flex flex-wrap items-center gap-3 rounded-field bg-base-200 px-3 py-2">
        <select
          className="select w-auto"
          aria-label={`Language of ${file.name}`}
          value={language}
          onChange={({ target }) =>
            onChange(captions.map((one) => (one.file === file ? { ...one, language: target.value } : one)))
          }
        >
          {LANGUAGES.map(({ tag, name }) => (
            <option
              key={tag}
              value={tag}
              disabled={tag !== language && captions.some((one) => one.language === tag)}
            >
              {name}
            </option>
          ))}
        </select>
        <bdi className="min-w-0 flex-1 wrap-anywhere">{file.name}</bdi>
        <button
          type="button"
          className="btn btn-square btn-ghost btn-sm"
          aria-label={`Remove captions: ${file.name}`}
          onClick={() => onChange(captions.filter((one) => one.file !== file))}
        >
          <Trash2 className="size-4" aria-hidden="true" />
        </button>
      </div>
    ))}
    {captions.length < MAX_CAPTIONS && (
      <UploadField
        purpose="captions"
        label="Add captions"
        hint="A WebVTT file (.vtt)."
        accept=".vtt,text/vtt"
        error={error}
        onUploaded={(file) => onChange([...captions, { language: nextLanguage(captions), file }])}
      />
    )}
  </fieldset>
);
