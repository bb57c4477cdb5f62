import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Class } from '#contract/classes.ts';
import {
  createSection,
  curriculumDraftQuery,
  curriculumKeys,
  lessonQuery,
  moveLesson,
  moveSection,
} from '#web/calls/curriculum.ts';
import { OwnClass } from '#web/classes/own-class.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { LessonEditor } from './lesson-editor.tsx';
import { moveButtonId } from './move-buttons.tsx';
import { OutcomesForm } from './outcomes-form.tsx';
import { stepFrom } from './places.ts';
import { SectionPanel } from './section-panel.tsx';
import { TitleForm } from './title-form.tsx';

const LESSON_PARAMETER = 'lesson';

const Lessons = ({ own, onOpen }: { own: Class; onOpen: (lessonId: string) => void }) => {
  const queryClient = useQueryClient();
  const { data, isError, refetch } = useQuery(curriculumDraftQuery(own._id));
  const [failure, setFailure] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  /** The button to focus once the list shows the new order. */
  const [focused, setFocused] = useState<string>();
  useEffect(() => {
    if (focused) document.getElementById(focused)?.focus();
  }, [focused, data]);
  if (isError) return <LoadError title="The lessons could not be loaded" onRetry={() => void refetch()} />;
  if (!data) return <PageSpinner />;
  const { sections } = data;

  const run = async (change: () => Promise<unknown>) => {
    setFailure(undefined);
    try {
      await change();
    } catch (error) {
      setFailure((error as Error).message);
    }
    await queryClient.invalidateQueries({ queryKey: curriculumKeys.all });
  };
  const move = async (id: string, step: 'up' | 'down', change: () => Promise<unknown>, told: string) => {
    setFocused(undefined);
    await run(change);
    setAnnouncement(told);
    setFocused(moveButtonId(id, step));
  };
  const stepLesson = (id: string, step: 'up' | 'down') => {
    const place = stepFrom(sections, id, step);
    if (!place) return;
    const { sectionId, before, position, of, title } = place;
    void move(
      id,
      step,
      () => moveLesson(id, { sectionId, before }),
      `Now lesson ${position} of ${of} in ${title}`,
    );
  };
  const stepSection = (index: number, step: 'up' | 'down') => {
    const { _id } = sections[index]!;
    const before = sections[step === 'up' ? index - 1 : index + 2]?._id ?? null;
    const position = step === 'up' ? index : index + 2;
    void move(_id, step, () => moveSection(_id, before), `Now section ${position} of ${sections.length}`);
  };

  return (
    <div className="grid grid-cols-1 gap-6">
      <header className="grid gap-2">
        <h1>Lessons</h1>
        <p dir="auto" className="muted">
          {own.title}
        </p>
      </header>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {failure && <FormError>{failure}</FormError>}
      {sections.map((section, index) => (
        <SectionPanel
          key={section._id}
          section={section}
          sections={sections}
          onOpen={onOpen}
          run={run}
          onMoveLesson={stepLesson}
          onMoveSection={(step) => stepSection(index, step)}
        />
      ))}
      <TitleForm
        label="Title of a new section"
        actions={{ add: 'Add section' }}
        onSend={(title) => run(() => createSection(own._id, title))}
      />
      <OutcomesForm classId={own._id} draft={data} />
    </div>
  );
};

/** Loads a lesson as it is now, whatever was loaded before. */
const OpenLesson = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { email } = useSignedInUser();
  const { data, isError, isFetchedAfterMount, refetch } = useQuery({
    ...lessonQuery(id, email),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (isError && !data)
    return <LoadError title="The lesson could not be loaded" onRetry={() => void refetch()} />;
  if (!data || !isFetchedAfterMount) return <PageSpinner />;
  return <LessonEditor lesson={data} onClose={onClose} />;
};

const Curriculum = ({ own }: { own: Class }) => {
  const [parameters, setParameters] = useSearchParams();
  const lesson = parameters.get(LESSON_PARAMETER);
  return (
    <>
      <PageMeta title={`Lessons of ${own.title}`} />
      {lesson ? (
        <OpenLesson key={lesson} id={lesson} onClose={() => setParameters({})} />
      ) : (
        <Lessons own={own} onOpen={(id) => setParameters({ [LESSON_PARAMETER]: id })} />
      )}
    </>
  );
};

export const Component = () => <OwnClass>{(own) => <Curriculum own={own} />}</OwnClass>;
