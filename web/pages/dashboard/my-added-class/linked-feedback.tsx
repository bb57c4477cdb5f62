import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isId } from '#contract/id.ts';
import { classQuery } from '#web/calls/classes.ts';
import { useSearchParams } from '#web/routing/router-context.ts';
import { useLocation } from '#web/routing/screens.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { ClassFeedbackDialog } from './class-feedback-dialog.tsx';

/** The feedback on the class to which a notification links (`?feedback=`). It opens each time the link is followed. */
export const LinkedFeedback = () => {
  const id = useSearchParams()[0].get('feedback') ?? '';
  const { key } = useLocation();
  const { email } = useSignedInUser();
  const [closedAt, setClosedAt] = useState<string>();
  const { data } = useQuery({ ...classQuery(id), enabled: isId(id) });
  if (data?.email !== email || closedAt === key) return null;
  return <ClassFeedbackDialog own={data} onClose={() => setClosedAt(key)} />;
};
