import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CurriculumDraft } from '#contract/curriculum.ts';
import { createLesson, renameSection } from '#web/calls/manage-curriculum.ts';
import { formatMinutes } from '#web/curriculum/format-minutes.ts';
import { LESSON_KIND } from '#web/curriculum/lesson-kinds.ts';
import { MoveButtons } from '#web/ui/move-buttons.tsx';
import { DragHandle } from './drag-handle.tsx';
import { stepFrom } from './places.ts';
import { TitleForm } from './title-form.tsx';
import type { useDeletions } from './use-deletions.ts';
import type { RunChange } from './use-moves.ts';
import { classOfDragged, type Dragging, dropMark, type StartDrag } from './use-drag.ts';

const NEW_LESSON = { article: 'Add article', video: 'Add video', file: 'Add file' };

type Section = CurriculumDraft['sections'][number];

interface SectionPanelProps {
  section: Section;
  /** All sections, in order. */
  sections: Section[];
  onOpen: (lessonId: string) => void;
  run: RunChange;
  deletions: ReturnType<typeof useDeletions>;
  onMoveLesson: (lessonId: string, step: 'up' | 'down') => void;
  onMoveSection: (step: 'up' | 'down') => void;
  dragging: Dragging | undefined;
  onDrag: StartDrag;
}

/** A lesson in the list of its section. */
const LessonRow = ({ lesson, ...props }: SectionPanelProps & { lesson: Section['lessons'][number] }) => {
  const { section, sections, onOpen, deletions, onMoveLesson, dragging, onDrag } = props;
  const { _id, kind, title, minutes, status, isPreview } = lesson;
  const { Icon } = LESSON_KIND[kind];
  const notes = [
    status === 'draft' && 'Draft',
    isPreview && 'Free preview',
    minutes !== undefined && formatMinutes(minutes),
  ].filter(Boolean);
  return (
    <li
      className={`flex flex-wrap items-center justify-between gap-3 rounded-field border border-base-300 p-3 ${classOfDragged(dragging, _id)}`}
      data-lesson={_id}
      data-drop={dropMark(dragging, { kind: 'lesson', list: section._id, id: _id }, section.lessons)}
    >
      <div className="flex min-w-0 flex-1 basis-48 items-start gap-2">
        <DragHandle dragged={{ kind: 'lesson', id: _id }} onStart={onDrag} />
        <Icon className="mt-0.5 size-5 shrink-0 text-primary" aria-hidden="true" />
        <div className="min-w-0">
          <button
            type="button"
            dir="auto"
            className="link text-start font-semibold wrap-anywhere"
            onClick={() => onOpen(_id)}
          >
            {title}
          </button>
          <p className="muted text-sm">{notes.join(' · ')}</p>
        </div>
      </div>
      <div className="ms-auto flex items-center gap-1">
        <MoveButtons
          id={_id}
          name={title}
          canMove={{
            up: stepFrom(sections, _id, 'up') !== undefined,
            down: stepFrom(sections, _id, 'down') !== undefined,
          }}
          onMove={(step) => onMoveLesson(_id, step)}
        />
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          aria-label={`Delete lesson: ${title}`}
          onClick={() => void deletions.removeLesson(lesson)}
        >
          <Trash2 className="size-4" aria-hidden="true" />
        </button>
      </div>
    </li>
  );
};

/** A section with its lessons. */
export const SectionPanel = (props: SectionPanelProps) => {
  const { section, sections, run, deletions, onMoveSection, dragging, onDrag } = props;
  const drop = dragging?.dragged.kind === 'lesson' ? dragging.drop : undefined;
  const [isRenaming, setIsRenaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const index = sections.indexOf(section);
  return (
    <section
      className={`panel grid grid-cols-1 gap-4 p-5 ${classOfDragged(dragging, section._id)}`}
      aria-label={section.title}
      data-section={section._id}
      data-drop={dropMark(dragging, { kind: 'section', list: '', id: section._id }, sections)}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-1 basis-48 items-center gap-2">
          <DragHandle dragged={{ kind: 'section', id: section._id }} onStart={onDrag} />
          <h2 dir="auto" className="min-w-0 wrap-anywhere">
            {section.title}
          </h2>
        </div>
        <div className="ms-auto flex flex-wrap items-center gap-1">
          <button
            ref={renameButton}
            type="button"
            className="btn btn-ghost btn-sm"
            aria-label={`Rename: ${section.title}`}
            onClick={() => setIsRenaming(!isRenaming)}
          >
            Rename
          </button>
          <MoveButtons
            id={section._id}
            name={section.title}
            canMove={{ up: index > 0, down: index < sections.length - 1 }}
            onMove={onMoveSection}
          />
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            aria-label={`Delete section: ${section.title}`}
            onClick={() => void deletions.removeSection(section)}
          >
            <Trash2 className="size-4" aria-hidden="true" />
          </button>
        </div>
      </div>
      {isRenaming && (
        <TitleForm
          label="New title of the section"
          actions={{ save: 'Save' }}
          title={section.title}
          onSend={async (title) => {
            const { version } = section;
            const isDone = await run(() => renameSection(section._id, { title, version }), 'Section renamed');
            if (isDone) {
              setIsRenaming(false);
              renameButton.current?.focus();
            }
            return isDone;
          }}
        />
      )}
      {section.lessons.length === 0 && <p className="muted">No lessons yet.</p>}
      <ul
        className="grid grid-cols-1 gap-2"
        data-lessons={section._id}
        data-drop={section.lessons.length === 0 && drop?.list === section._id ? 'after' : undefined}
      >
        {section.lessons.map((lesson) => (
          <LessonRow key={lesson._id} lesson={lesson} {...props} />
        ))}
      </ul>
      <TitleForm
        label="Title of a new lesson"
        actions={NEW_LESSON}
        onSend={(title, kind) => run(() => createLesson(section._id, { kind, title }), 'Lesson added')}
      />
    </section>
  );
};
