import type { Submission } from '#contract/assignments.ts';
import { FileList } from '#web/files/file-list.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { inMarks } from './in-marks.ts';

/** The text, the link and the files of a submission. */
export const SubmittedWork = ({ text, link, files }: Pick<Submission, 'text' | 'link' | 'files'>) => (
  <>
    {text && <LinkedText text={text} />}
    {link && (
      <a href={link} target="_blank" rel="noreferrer" className="link break-all">
        {link}
      </a>
    )}
    {files.length > 0 && <FileList files={files} label="Submitted files" />}
  </>
);

/** The teacher's comment on a submission. */
export const GradeComment = ({ comment }: Pick<Submission, 'comment'>) =>
  comment && (
    <p dir="auto" className="whitespace-pre-line wrap-anywhere">
      {comment}
    </p>
  );

/** The marks and the comment of the attempt before, which did not pass. */
export const EarlierAttempt = ({ earlier }: Pick<Submission, 'earlier'>) =>
  earlier && (
    <div className="grid gap-1 border-t border-base-300 pt-4 text-sm">
      <p className="font-semibold">Earlier attempt: {inMarks(earlier.marks)}, not passed</p>
      <GradeComment comment={earlier.comment} />
    </div>
  );
