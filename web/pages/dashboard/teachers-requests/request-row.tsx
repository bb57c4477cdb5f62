import type { TeacherRequest } from '#contract/teacher-requests.ts';
import { AVATAR_FALLBACK, Picture } from '#web/ui/picture.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

interface RequestRowProps {
  request: TeacherRequest;
  busy: boolean;
  onApprove: () => void;
  onReject: () => void;
}

/** A line of the table, or a card on a phone. */
export const RequestRow = ({ request, busy, onApprove, onReject }: RequestRowProps) => {
  const { name, image, experience, title, category, status, role } = request;
  return (
    <tr>
      <th scope="row">
        <span className="flex items-center gap-3">
          <Picture
            src={image}
            fallback={AVATAR_FALLBACK}
            alt=""
            width={40}
            height={40}
            className="size-10 shrink-0 rounded-full bg-base-300 object-cover"
          />
          {name}
        </span>
      </th>
      <td data-label="Experience">{experience}</td>
      <td data-label="Title">{title}</td>
      <td data-label="Category">{category}</td>
      <td data-label="Status">
        <StatusBadge status={role ? 'Teacher' : status} />
      </td>
      <td>
        {status === 'Pending' && !role && (
          <span className="flex gap-2">
            <button
              type="button"
              className="btn btn-primary btn-sm"
              disabled={busy}
              onClick={onApprove}
              aria-label={`Approve ${name}`}
            >
              Approve
            </button>
            <button
              type="button"
              className="btn btn-outline btn-sm"
              disabled={busy}
              onClick={onReject}
              aria-label={`Reject ${name}`}
            >
              Reject
            </button>
          </span>
        )}
      </td>
    </tr>
  );
};
