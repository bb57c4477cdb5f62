import { useQueryClient } from '@tanstack/react-query';
import type { Class } from '#contract/classes.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { findKnownRelation } from './known-relation.ts';

/** Marks a class that the user teaches or is enrolled in, if an earlier screen has loaded that. */
export const RelationBadge = ({ offer }: { offer: Class }) => {
  const { email } = useSignedInUser();
  const relation = findKnownRelation(useQueryClient(), email, offer);
  if (!relation) return null;
  return (
    <p className="badge absolute end-3 top-3 border-base-300 bg-base-100 font-semibold text-base-content">
      {relation === 'teacher' ? 'Your class' : 'Enrolled'}
    </p>
  );
};
