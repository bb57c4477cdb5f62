import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { SEAT_RESERVATION_HOURS, type WaitingListStatus } from '#contract/waiting-lists.ts';
import { classKeys } from '#web/calls/classes.ts';
import { invalidate } from '#web/calls/client/invalidate.ts';
import {
  joinWaitingList,
  leaveWaitingList,
  waitingListKeys,
  waitingListStatusQuery,
} from '#web/calls/waiting-lists.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { confirm } from '#web/ui/confirm.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { formatDue } from '#web/ui/format-date.ts';
import { LoadError } from '#web/ui/load-error.tsx';

interface WaitingListProps {
  classId: string;
  /** The text above the button that joins the list. */
  full: ReactNode;
  /** The button that enrolls, for users with a reserved seat. */
  takeSeat: ReactNode;
}

/** Explains how long a free seat is reserved. */
const ReservationHint = () => (
  <p className="muted text-sm">
    We’ll tell you when a seat is free, and reserve it for you for {SEAT_RESERVATION_HOURS} hours.
  </p>
);

const StatusText = ({ status, full }: { status: WaitingListStatus; full: ReactNode }) => {
  const { position, keptUntil, canJoin } = status;
  if (keptUntil) {
    return (
      <p className="flex items-start gap-2 font-semibold text-success">
        <CircleCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />A seat is reserved for you until{' '}
        {formatDue(keptUntil)}
      </p>
    );
  }
  if (!position && !canJoin) return null;
  return (
    <>
      {position ? <p className="font-semibold">You’re number {position} on the waiting list</p> : full}
      <ReservationHint />
    </>
  );
};

interface ActionsProps {
  status: WaitingListStatus;
  takeSeat: ReactNode;
  isBusy: boolean;
  onJoin: () => void;
  onLeave: () => void;
}

const Actions = ({ status: { position, keptUntil, canJoin }, takeSeat, isBusy, ...on }: ActionsProps) => {
  const ask = async (title: string, text: string, action: string): Promise<void> => {
    if (await confirm({ title, text, confirm: action, buttonClass: 'btn-error' })) on.onLeave();
  };
  const giveUp = () =>
    ask('Give up the seat?', 'The next student on the waiting list will get it.', 'Give up the seat');
  const leave = () =>
    ask(
      'Leave the waiting list?',
      `You’re number ${position}. If you join again later, you start at the end.`,
      'Leave the waiting list',
    );
  const button = { type: 'button', disabled: isBusy, 'aria-busy': isBusy } as const;
  if (keptUntil) {
    return (
      <>
        {takeSeat}
        <button {...button} className="btn btn-outline" onClick={() => void giveUp()}>
          Give up the seat
        </button>
      </>
    );
  }
  if (position) {
    return (
      <button {...button} className="btn btn-outline" onClick={() => void leave()}>
        Leave the waiting list
      </button>
    );
  }
  if (!canJoin) return takeSeat;
  return (
    <button {...button} className="btn btn-primary btn-lg" onClick={on.onJoin}>
      Join the waiting list
    </button>
  );
};

/**
 * The waiting list of a full class for a signed-in user: joining it, their position, and the seat reserved for them.
 */
export const WaitingList = ({ classId, full, takeSeat }: WaitingListProps) => {
  const { email } = useSignedInUser();
  const queryClient = useQueryClient();
  const { data: status, isError, refetch } = useQuery(waitingListStatusQuery(classId, email));
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (joins: boolean): Promise<void> => {
      await (joins ? joinWaitingList(classId) : leaveWaitingList(classId));
    },
    onSettled: () => invalidate(queryClient, waitingListKeys, classKeys),
  });
  if (isError && !status)
    return <LoadError title="The waiting list could not be loaded" onRetry={() => void refetch()} />;
  if (!status) return <div className="skeleton h-12 rounded-field" aria-hidden="true" />;
  return (
    <div className="grid gap-3">
      <div aria-live="polite" className="grid gap-1">
        <StatusText status={status} full={full} />
      </div>
      <Actions
        status={status}
        takeSeat={takeSeat}
        isBusy={isPending}
        onJoin={() => mutate(true)}
        onLeave={() => mutate(false)}
      />
      {error && <FormError>{error.message}</FormError>}
    </div>
  );
};
