import { CirclePlay, FileDown, FileText, type LucideIcon } from 'lucide-react';
import type { LessonEntry } from '#contract/lessons.ts';

/** The name and icon of each kind of lesson. */
export const LESSON_KIND: Readonly<Record<LessonEntry['kind'], { name: string; Icon: LucideIcon }>> = {
  article: { name: 'Article', Icon: FileText },
  video: { name: 'Video', Icon: CirclePlay },
  file: { name: 'File', Icon: FileDown },
};
