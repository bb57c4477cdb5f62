import type { StoredFile } from '#contract/files.ts';
import type { Lesson, LessonInput } from '#contract/lessons.ts';
import { parseVideoUrl, videoUrl } from '#contract/video-url.ts';
import type { Stored } from '#web/forms/kept-content.ts';

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

/** Whether a lesson that needs a file or the address of a video has neither. */
export const isMissingFile = ({ kind, file, video }: Content): boolean =>
  kind !== 'article' && !file && video === '';

/** Converts the editor's content into the input of the call. */
export const inputOf = ({ file, captions, ...content }: Content, version: number): LessonInput => ({
  ...content,
  file: file?._id ?? null,
  captions: captions.map((one) => ({ language: one.language, file: one.file._id })),
  version,
});

/** What the server stores of the editor's content. It trims the title and stores which video an address leads to. */
export const storedPartOf = (content: Content) => ({
  ...inputOf(content, 0),
  title: content.title.trim(),
  video: parseVideoUrl(content.video) ?? content.video,
});
