import type { ModeratedPost } from '#contract/questions.ts';
import type { Columns } from '#web/lists/data-table.tsx';
import { UserCell } from '#web/lists/user-cell.tsx';
import { PATHS } from '#web/paths.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { preview } from '#web/ui/preview.ts';

/** In characters. */
const TEXT_PREVIEW = 200;

interface ReportActions {
  busy: boolean;
  onHide: (post: ModeratedPost) => void;
  onShow: (post: ModeratedPost) => void;
}

const Text = ({ post: { kind, text, reports, remarks, hiddenReason } }: { post: ModeratedPost }) => (
  <span className="grid min-w-0 gap-1 md:min-w-56">
    <span dir="auto" className="wrap-anywhere">
      {preview(text, TEXT_PREVIEW)}
    </span>
    <span className="muted text-xs">
      {kind === 'question' ? 'Question' : 'Answer'} · {reports} {reports === 1 ? 'report' : 'reports'}
    </span>
    {remarks.map((remark, index) => (
      <span key={index} dir="auto" className="text-xs wrap-anywhere">
        “{remark}”
      </span>
    ))}
    {hiddenReason !== undefined && (
      <span className="text-xs font-semibold text-error">
        Hidden: <bdi>{hiddenReason}</bdi>
      </span>
    )}
  </span>
);

/** The columns of what admins moderate. */
export const reportColumns = ({ busy, onHide, onShow }: ReportActions): Columns<ModeratedPost> => [
  {
    id: 'name',
    header: 'User',
    cell: ({ user }) => <UserCell name={user.name} image={user.image} email={user.email} />,
  },
  { id: 'text', header: 'Text', cell: (post) => <Text post={post} /> },
  {
    id: 'lesson',
    header: 'Lesson',
    cell: ({ lessonId, questionId, lesson, title, date }) => (
      <span className="min-w-0 md:block md:min-w-28">
        <a href={PATHS.question(lessonId, questionId)} dir="auto" className="link block wrap-anywhere">
          {lesson}
        </a>
        <span dir="auto" className="muted block text-xs">
          {title}
        </span>
        <span className="muted block text-xs">{formatDay(date)}</span>
      </span>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (post) => {
      const isShown = post.hiddenReason === undefined;
      const label = isShown ? 'Hide' : 'Show again';
      return (
        <button
          type="button"
          className={`btn btn-outline btn-sm whitespace-nowrap ${isShown ? 'btn-error' : ''}`}
          disabled={busy}
          aria-label={`${label}: the ${post.kind} by ${post.user.name}`}
          onClick={() => (isShown ? onHide : onShow)(post)}
        >
          {label}
        </button>
      );
    },
  },
];
