import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Class } from '#contract/classes.ts';
import { classRelationsQuery } from '#web/calls/class-relations.ts';
import { useSignedInUser } from '#web/session/session-context.ts';

const TEXTS = { teacher: 'Your class', student: 'Enrolled' };

interface RelationBadgeProps {
  offer: Class;
  /** All classes that are shown together, whose cards share one request. */
  among: Class[];
  /** Called with whether there is such a relation. */
  onKnown: (isRelated: boolean) => void;
}

/** Marks a class that the user teaches or is enrolled in. */
export const RelationBadge = ({ offer, among, onKnown }: RelationBadgeProps) => {
  const { email } = useSignedInUser();
  const ids = among.map(({ _id }) => _id).toSorted();
  const { data: relation } = useQuery({
    ...classRelationsQuery(email, ids),
    select: (relations) => relations.find(({ classId }) => classId === offer._id),
  });
  const isRelated = relation !== undefined;
  useEffect(() => {
    onKnown(isRelated);
    return () => onKnown(false);
  }, [isRelated, onKnown]);
  if (!relation) return null;
  return (
    <p className="badge absolute end-3 top-3 border-base-300 bg-base-100 font-semibold text-base-content">
      {TEXTS[relation.as]}
    </p>
  );
};
