import type { StoredFile } from '#contract/files.ts';
import type { Lesson, LessonInput } from '#contract/lessons.ts';
import { videoAddress } from '#contract/video-address.ts';
import type { Stored } from '#web/forms/autosave.ts';

/** What the editor of a lesson has: as it is sent, but with what is shown of files. */
export type Content = Omit<LessonInput, 'version' | 'file' | 'captions'> & {
  file: StoredFile | null;
  captions: { language: string; file: StoredFile }[];
};

/** A lesson as the editor begins with it. */
export const storedOf = (lesson: Lesson): Stored<Content> => ({
  content: {
    kind: lesson.kind,
    title: lesson.title,
    minutes: lesson.minutes ?? null,
    isPreview: lesson.isPreview,
    status: lesson.status ?? 'draft',
    text: lesson.text,
    video: lesson.video ? videoAddress(lesson.video) : '',
    file: lesson.file ?? null,
    poster: lesson.poster ?? '',
    captions: lesson.captions ?? [],
  },
  version: lesson.version ?? 1,
});

/** What is sent of it. */
export const inputOf = ({ file, captions, ...content }: Content, version: number): LessonInput => ({
  ...content,
  file: file?._id ?? null,
  captions: captions.map((one) => ({ language: one.language, file: one.file._id })),
  version,
});
