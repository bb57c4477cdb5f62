import type { CurriculumDraft } from '#contract/curriculum.ts';
import { countContributions, deleteLesson, deleteSection } from '#web/calls/manage-curriculum.ts';
import { askUser } from '#web/ui/confirm.ts';
import { describeLessonLoss, describeSectionLoss } from './describe-loss.ts';
import { useClosing } from './use-closing.ts';
import type { RunChange } from './use-moves.ts';

type Section = CurriculumDraft['sections'][number];
type Contributions = Awaited<ReturnType<typeof countContributions>>;

interface Deletion {
  /** The object of the question, such as “Joints”. */
  what: string;
  describe: (contributions: Contributions) => string;
  change: () => Promise<unknown>;
  message: string;
}

/** Deletes lessons and sections, after the teacher has been told what is lost and has confirmed it. */
export const useDeletions = (
  classId: string,
  run: RunChange,
  onFailure: (message: string | undefined) => void,
) => {
  const closing = useClosing();

  const confirmAndDelete = async ({ what, describe, change, message }: Deletion) => {
    const signal = closing();
    onFailure(undefined);
    let contributions: Contributions;
    try {
      contributions = await countContributions(classId);
    } catch (error) {
      onFailure((error as Error).message);
      return;
    }
    if (signal.aborted) return;
    const question = {
      title: `Delete ${what}?`,
      text: describe(contributions),
      confirm: 'Delete',
      buttonClass: 'btn-error',
    };
    if ((await askUser(question, signal)) === true) await run(change, message);
  };

  return {
    removeLesson: (lesson: Section['lessons'][number]) =>
      confirmAndDelete({
        what: `“${lesson.title}”`,
        describe: (contributions) => describeLessonLoss(lesson, contributions),
        change: () => deleteLesson(lesson._id),
        message: 'Lesson deleted',
      }),
    removeSection: (section: Section) =>
      confirmAndDelete({
        what: `“${section.title}” with its lessons`,
        describe: (contributions) => describeSectionLoss(section.lessons, contributions),
        change: () => deleteSection(section._id),
        message: 'Section deleted',
      }),
  };
};
