import { CircleCheck } from 'lucide-react';
import { type Ref, useState } from 'react';
import type { Answer, Question } from '#contract/questions.ts';
import { deletePost, reportPost } from '#web/calls/questions.ts';
import { useReturnFocus } from '#web/forms/use-return-focus.ts';
import { describeReport } from '#web/review/describe-report.ts';
import { ReasonDialog } from '#web/review/reason-dialog.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { confirmDeletion } from '#web/ui/confirm-deletion.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { LinkedText } from '#web/ui/linked-text.tsx';
import { EditPost } from './edit-post.tsx';

/** Reloads what has changed, and announces it to screen readers. */
export type ShowMessage = (message: string) => Promise<void>;

/** An action that the user can take on a question or an answer. */
export interface PostAction {
  label: string;
  /** The accessible name of the button. */
  name: string;
  change: () => Promise<unknown>;
  /** The announcement that follows. */
  message: string;
}

interface PostProps {
  post: Question | Answer;
  kind: 'question' | 'answer';
  onChanged: ShowMessage;
  /** An additional action, placed first. */
  more?: PostAction;
}

/** A question or an answer, with the user's actions. */
export const Post = ({ post, kind, onChanged, more }: PostProps) => {
  const [open, setOpen] = useState<'edit' | 'report'>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const editButton = useReturnFocus(open === 'edit');
  const { author, text, isOwn, hiddenReason } = post;
  const run = async (change: () => Promise<unknown>, message: string) => {
    setFailure(undefined);
    setBusy(true);
    try {
      await change();
      await onChanged(message);
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
      setOpen(undefined);
    }
  };
  const remove = async () => {
    if (await confirmDeletion()) await run(() => deletePost(post._id), `Your ${kind} was deleted`);
  };
  const of = `the ${kind} by ${author.name}`;
  const action = (label: string, name: string, onClick: () => void, ref?: Ref<HTMLButtonElement>) => (
    <button
      ref={ref}
      type="button"
      className="btn btn-ghost btn-xs"
      disabled={busy}
      aria-label={name}
      onClick={onClick}
    >
      {label}
    </button>
  );
  return (
    <div className="flex gap-3">
      <Avatar image={author.image} />
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <bdi className="font-semibold wrap-anywhere">{author.name}</bdi>
          {author.isTeacher && <span className="badge badge-secondary badge-sm">Teacher</span>}
          <span className="muted text-sm">
            {formatMoment(post.createdAt)}
            {post.editedAt && ' · edited'}
          </span>
        </p>
        {'isAccepted' in post && post.isAccepted && (
          <p className="flex items-center gap-2 text-sm font-semibold text-success">
            <CircleCheck className="size-4 shrink-0" aria-hidden="true" />
            Accepted by the teacher
          </p>
        )}
        {open === 'edit' ? (
          <EditPost
            post={post}
            label={`Your ${kind}`}
            onSaved={async () => {
              setOpen((present) => (present === 'edit' ? undefined : present));
              await onChanged(`Your ${kind} was saved`);
            }}
            onClose={() => setOpen(undefined)}
          />
        ) : (
          <LinkedText text={text} />
        )}
        {hiddenReason !== undefined && (
          <p className="text-sm text-error">
            Hidden by an admin: <bdi>{hiddenReason}</bdi>
          </p>
        )}
        {failure && <FormError>{failure}</FormError>}
        {open !== 'edit' && (
          <div className="-ms-2 flex flex-wrap items-center gap-1">
            {more && action(more.label, more.name, () => void run(more.change, more.message))}
            {isOwn && hiddenReason === undefined && (
              <>
                {action('Edit', `Edit your ${kind}`, () => setOpen('edit'), editButton)}
                {action('Delete', `Delete your ${kind}`, () => void remove())}
              </>
            )}
            {!isOwn && action('Report', `Report ${of}`, () => setOpen('report'))}
          </div>
        )}
      </div>
      {open === 'report' && (
        <ReasonDialog
          title={`Report ${of}?`}
          action="Report"
          optional
          hint="Admins will see your report and may hide the post. Nobody else can see that you reported it."
          onDecide={async (reason) => {
            const result = await reportPost(post._id, reason);
            setOpen((present) => (present === 'report' ? undefined : present));
            await onChanged(describeReport(result));
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
};
