import { useQuery } from '@tanstack/react-query';
import { ListTree } from 'lucide-react';
import type { Class } from '#contract/classes.ts';
import { lessonQuery } from '#web/calls/curriculum.ts';
import { createSection, curriculumDraftQuery } from '#web/calls/manage-curriculum.ts';
import { OwnClass } from '#web/classes/own-class.tsx';
import { OwnClassNav } from '#web/classes/own-class-nav.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { useSearchParams } from '#web/routing/router-context.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner, PendingPage } from '#web/ui/page-spinner.tsx';
import { LessonEditor } from './lesson-editor.tsx';
import { OutcomesForm } from './outcomes-form.tsx';
import { SectionPanel } from './section-panel.tsx';
import { TitleForm } from './title-form.tsx';
import { useDeletions } from './use-deletions.ts';
import { useDrag } from './use-drag.ts';
import { useMoves } from './use-moves.ts';
import './curriculum.css';

const LESSON_PARAMETER = 'lesson';

const lessonsTitle = ({ title }: Class): string => `Lessons of ${title}`;

const NoSections = () => (
  <Notice icon={<ListTree />} title="No lessons yet">
    <p className="muted">
      Sections hold the lessons of your class. Add the first section, then its articles, videos and files.
    </p>
  </Notice>
);

const Lessons = ({ own, onOpen }: { own: Class; onOpen: (lessonId: string) => void }) => {
  const { data, isError, refetch } = useQuery(curriculumDraftQuery(own._id));
  const { failure, setFailure, announcement, run, stepLesson, stepSection, drop } = useMoves(own._id, data);
  const deletions = useDeletions(own._id, run, setFailure);
  const { dragging, start } = useDrag(drop);
  const { sections = [] } = data ?? {};
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageMeta title={lessonsTitle(own)} />
      <OwnClassNav own={own} />
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
      {!data &&
        (isError ? (
          <LoadError title="The lessons could not be loaded" onRetry={() => void refetch()} />
        ) : (
          <PageSpinner />
        ))}
      {sections.map((section) => (
        <SectionPanel
          key={section._id}
          section={section}
          sections={sections}
          onOpen={onOpen}
          run={run}
          deletions={deletions}
          onMoveLesson={stepLesson}
          onMoveSection={(step) => stepSection(section._id, step)}
          dragging={dragging}
          onDrag={start}
        />
      ))}
      {data && (
        <>
          {sections.length === 0 && <NoSections />}
          <TitleForm
            label="Title of a new section"
            actions={{ add: 'Add section' }}
            onSend={(title) => run(() => createSection(own._id, title), 'Section added')}
          />
          <OutcomesForm classId={own._id} draft={data} />
        </>
      )}
    </div>
  );
};

/** Loads the current version of a lesson, bypassing the cache. */
const OpenLesson = ({ own, id, onClose }: { own: Class; id: string; onClose: () => void }) => {
  const { email } = useSignedInUser();
  const { data, isError, isFetchedAfterMount, refetch } = useQuery({
    ...lessonQuery(id, email),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (isError && !data)
    return <LoadError heading="h1" title="The lesson could not be loaded" onRetry={() => void refetch()} />;
  if (!data || !isFetchedAfterMount) return <PendingPage heading="Lesson" />;
  return (
    <>
      <PageMeta title={lessonsTitle(own)} />
      <LessonEditor lesson={data} onClose={onClose} />
    </>
  );
};

const Curriculum = ({ own }: { own: Class }) => {
  const [parameters, setParameters] = useSearchParams();
  const lesson = parameters.get(LESSON_PARAMETER);
  return lesson ? (
    <OpenLesson key={lesson} own={own} id={lesson} onClose={() => setParameters({})} />
  ) : (
    <Lessons own={own} onOpen={(id) => setParameters({ [LESSON_PARAMETER]: id })} />
  );
};

export const Component = () => <OwnClass heading="Lessons">{(own) => <Curriculum own={own} />}</OwnClass>;
