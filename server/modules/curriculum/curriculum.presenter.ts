import type { Curriculum, CurriculumDraft } from '#contract/curriculum.ts';
import type { Lesson, LessonEntry, LessonProgress } from '#contract/lessons.ts';
import type { CurriculumRow } from './curriculum.repository.ts';
import type { LessonFiles } from './lesson-files.repository.ts';
import type { LessonRow } from './lessons.repository.ts';
import type { ProgressRow } from './progress.repository.ts';

type EntryRow = NonNullable<CurriculumRow['lesson']>;

const presentEntry = ({ id, kind, title, minutes, isPreview }: Omit<EntryRow, 'updatedAt'>): LessonEntry => ({
  _id: id,
  kind,
  title,
  ...(minutes !== null && { minutes }),
  isPreview,
});

interface Section {
  _id: string;
  title: string;
  version: number;
  lessons: EntryRow[];
}

/** The sections in order, each with its lessons. */
const groupBySection = (rows: CurriculumRow[]): Section[] => {
  const sections: Section[] = [];
  for (const { section, lesson } of rows) {
    if (!section) continue;
    const last = sections.at(-1);
    const current = last?._id === section.id ? last : undefined;
    const { id, ...rest } = section;
    const target = current ?? { _id: id, ...rest, lessons: [] };
    if (!current) sections.push(target);
    if (lesson) target.lessons.push(lesson);
  }
  return sections;
};

/** A curriculum as everybody sees it. */
export const presentCurriculum = (rows: CurriculumRow[]): Curriculum => {
  const sections = groupBySection(rows).filter(({ lessons }) => lessons.length > 0);
  const lessons = sections.flatMap((section) => section.lessons);
  const lastChange = Math.max(...lessons.map(({ updatedAt }) => updatedAt.getTime()));
  return {
    outcomes: rows[0]?.outcomes ?? [],
    sections: sections.map(({ _id, title, lessons: shown }) => ({
      _id,
      title,
      lessons: shown.map(presentEntry),
    })),
    lessons: lessons.length,
    minutes: lessons.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0),
    ...(lessons.length > 0 && { updatedAt: new Date(lastChange).toISOString() }),
  };
};

/** A curriculum as its teacher edits it. */
export const presentDraft = (rows: CurriculumRow[]): CurriculumDraft => ({
  title: rows[0]?.title ?? '',
  outcomes: rows[0]?.outcomes ?? [],
  version: rows[0]?.version ?? 1,
  sections: groupBySection(rows).map((section) => ({
    ...section,
    lessons: section.lessons.map((lesson) => ({ ...presentEntry(lesson), status: lesson.status })),
  })),
});

/** A student's progress in a lesson, as responses have it. `position` is in seconds of its video. */
export const presentProgress = ({ lessonId, doneAt, position, seenAt }: ProgressRow): LessonProgress => ({
  lessonId,
  isDone: doneAt !== null,
  position,
  seenAt: seenAt.toISOString(),
});

interface Presented {
  lesson: LessonRow;
  files: LessonFiles;
  classId: string;
  progress?: ProgressRow | null;
  /** Whether the viewer is the class's teacher or an admin. */
  manages: boolean;
}

const presentFiles = ({ kind, poster }: LessonRow, { file, captions }: LessonFiles) => ({
  ...(file && { file }),
  ...(file && kind === 'video' && { captions, ...(poster && { poster }) }),
});

/** A lesson as its viewer may see it. */
export const presentLesson = ({ lesson, files, classId, progress, manages }: Presented): Lesson => {
  const { sectionId, text, videoProvider, videoId, updatedAt, status, version } = lesson;
  const showsVideo = manages || lesson.kind === 'video';
  return {
    ...presentEntry(lesson),
    classId,
    sectionId,
    text,
    ...(showsVideo && videoProvider && videoId && { video: { provider: videoProvider, id: videoId } }),
    ...presentFiles(lesson, files),
    updatedAt: updatedAt.toISOString(),
    ...(manages && { status, version }),
    ...(progress && { progress: presentProgress(progress) }),
  };
};
