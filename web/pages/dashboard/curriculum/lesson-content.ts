import type { StoredFile } from '#contract/files.ts';
import type { Lesson, LessonInput } from '#contract/lessons.ts';
import { videoUrl } from '#contract/video-url.ts';
import type { Stored } from '#web/forms/autosave.ts';

/** The editor's content: the input of the call, with the displayed properties of the files. */
export type Content = Omit<LessonInput, 'version' | 'file' | 'captions'> & {
  file: StoredFile | null;
  captions: { language: string; file: StoredFile }[];
};

/** Converts a lesson into the editor's content. */
export const storedOf = (lesson: Lesson): Stored<Content> => ({
  content: {
    kind: lesson.kind,
    title: lesson.title,
    minutes: lesson.minutes ?? null,
    isPreview: lesson.isPreview,
    status: lesson.status ?? 'draft',
    text: lesson.text,
    video: lesson.video ? videoUrl(lesson.video) : '',
    file: lesson.file ?? null,
    poster: lesson.poster ?? '',
    captions: lesson.captions ?? [],
  },
  version: lesson.version ?? 1,
});

/** Converts the editor's content into the input of the call. */
export const inputOf = ({ file, captions, ...content }: Content, version: number): LessonInput => ({
  ...content,
  file: file?._id ?? null,
  captions: captions.map((one) => ({ language: one.language, file: one.file._id })),
  version,
});
