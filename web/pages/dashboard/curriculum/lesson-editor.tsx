import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Eye } from 'lucide-react';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { type Lesson, LESSON_MINUTES } from '#contract/lessons.ts';
import { reloadLessonLists, updateLesson } from '#web/calls/curriculum-texts.ts';
import { curriculumKeys } from '#web/calls/curriculum.ts';
import { Autosave } from '#web/forms/autosave.ts';
import { UPLOADING, useLeaveWarning } from '#web/forms/use-leave-warning.ts';
import { VersionConflict } from '#web/forms/version-conflict.tsx';
import { TextEditor } from '#web/markdown/text-editor.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { Field } from '#web/ui/field.tsx';
import { SaveStatus } from '#web/forms/save-status.tsx';
import { contentDifferences } from './content-differences.ts';
import { DraftNotice } from './draft-notice.tsx';
import { type Content, inputOf, isMissingFile, storedOf, storedPartOf } from './lesson-content.ts';
import { LessonFiles } from './lesson-files.tsx';

/** The editor of a lesson, which saves while the user writes. */
export const LessonEditor = ({ lesson, onClose }: { lesson: Lesson; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const { email } = useSignedInUser();
  const [autosave] = useState(
    () =>
      new Autosave<Content>({
        key: `lesson ${lesson._id}`,
        user: email,
        stored: storedOf(lesson),
        save: async (content, version) => {
          const saved = await updateLesson(lesson._id, inputOf(content, version));
          // The last change is often saved after the editor is closed and a list is shown.
          void reloadLessonLists(queryClient);
          return saved;
        },
        readConflict: (current) => storedOf(current as unknown as Lesson),
        storedPart: storedPartOf,
      }),
  );
  const state = useSyncExternalStore(autosave.subscribe, autosave.getState);
  const { content, fields = {} } = state;
  const hintId = useId();
  const [isUnpublished, setUnpublished] = useState(false);
  const canPublishAgain = isUnpublished && content.status === 'draft' && !isMissingFile(content);
  const [isUploadingPicture, setUploadingPicture] = useState(false);
  useLeaveWarning(isUploadingPicture, { loss: UPLOADING, coversQuery: true });
  const set = (change: Partial<Content>) => autosave.change({ ...autosave.getState().content, ...change });
  useEffect(
    () => () => void queryClient.invalidateQueries({ queryKey: curriculumKeys.all }),
    [queryClient, lesson._id],
  );

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
      <div className="flex flex-wrap items-center gap-4">
        <label className="flex items-center gap-2 font-semibold">
          <input
            type="checkbox"
            checked={content.status === 'published'}
            aria-describedby={canPublishAgain ? hintId : undefined}
            onChange={({ target }) => {
              setUnpublished(false);
              set({ status: target.checked ? 'published' : 'draft' });
            }}
          />
          Published
        </label>
        {canPublishAgain && (
          <p id={hintId} className="muted text-sm">
            Select this to show the lesson to your students again.
          </p>
        )}
        <label className="flex items-center gap-2 font-semibold">
          <input
            type="checkbox"
            checked={content.isPreview}
            onChange={({ target }) => set({ isPreview: target.checked })}
          />
          Free preview
        </label>
        <Link to={PATHS.lesson(lesson._id)} reloadDocument target="_blank" className="btn btn-outline btn-sm">
          <Eye className="size-4" aria-hidden="true" />
          View as a student
        </Link>
      </div>
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
