import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { type Lesson, LESSON_MINUTES } from '#contract/lessons.ts';
import { SaveStatus } from '#web/forms/save-status.tsx';
import { UPLOADING, useLeaveWarning } from '#web/forms/use-leave-warning.ts';
import { VersionConflict } from '#web/forms/version-conflict.tsx';
import { TextEditor } from '#web/markdown/text-editor.tsx';
import { Field } from '#web/ui/field.tsx';
import { contentDifferences } from './content-differences.ts';
import { DraftNotice } from './draft-notice.tsx';
import type { Content } from './lesson-content.ts';
import { LessonFiles } from './lesson-files.tsx';
import { LessonVisibility } from './lesson-visibility.tsx';
import { useLessonAutosave } from './use-lesson-autosave.ts';

/** The editor of a lesson, which saves while the user writes. */
export const LessonEditor = ({ lesson, onClose }: { lesson: Lesson; onClose: () => void }) => {
  const { autosave, state } = useLessonAutosave(lesson);
  const { content, fields = {} } = state;
  const [isUnpublished, setUnpublished] = useState(false);
  const [isUploadingPicture, setUploadingPicture] = useState(false);
  useLeaveWarning(isUploadingPicture, { loss: UPLOADING, coversQuery: true });
  const set = (change: Partial<Content>) => autosave.change({ ...autosave.getState().content, ...change });

  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="sticky top-16 z-10 flex items-center justify-between gap-3 bg-base-200">
        <button type="button" className="btn btn-ghost btn-sm -ms-3" onClick={onClose}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          All lessons
        </button>
        <SaveStatus state={state} />
      </div>
      <h1 dir="auto">{content.title || 'Lesson'}</h1>
      {state.other && (
        <VersionConflict
          title="This lesson was changed elsewhere while you were editing it."
          differences={contentDifferences(content, state.other.content)}
          texts={{ own: content.text, other: state.other.content.text }}
          onResolve={autosave.resolve}
        />
      )}
      <Field
        label="Title"
        value={content.title}
        error={fields.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Minutes"
          type="number"
          inputMode="numeric"
          min={LESSON_MINUTES.min}
          max={LESSON_MINUTES.max}
          value={content.minutes ?? ''}
          error={fields.minutes}
          onChange={({ target }) => set({ minutes: target.value === '' ? null : Number(target.value) })}
        />
      </div>
      <DraftNotice content={content} isUnpublished={isUnpublished} />
      <LessonFiles
        content={content}
        fields={fields}
        isSaved={state.status === 'saved'}
        onChange={set}
        onUnpublished={() => setUnpublished(true)}
      />
      <LessonVisibility
        lessonId={lesson._id}
        content={content}
        isUnpublished={isUnpublished}
        onChange={(change) => {
          if (change.status) setUnpublished(false);
          set(change);
        }}
      />
      <TextEditor
        text={content.text}
        error={fields.text}
        onChange={(text) => set({ text })}
        onUploading={setUploadingPicture}
        placeholder="What you write appears here as your students will see it."
      />
    </div>
  );
};
