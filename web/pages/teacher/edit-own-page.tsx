import { useQuery } from '@tanstack/react-query';
import type { Teacher } from '#contract/teachers.ts';
import { ownBioQuery } from '#web/calls/bios.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';

/** Leads teachers from their own page to the form of what it says about them. */
export const EditOwnPage = ({ teacher: { _id } }: { teacher: Teacher }) => {
  const { email } = useSignedInUser();
  const { data: own } = useQuery(ownBioQuery(email));
  if (own?._id !== _id) return null;
  return (
    <Link
      to={PATHS.ownPublicPage}
      className="btn btn-outline btn-sm justify-self-start"
      aria-label="Edit your public page"
    >
      Edit
    </Link>
  );
};
