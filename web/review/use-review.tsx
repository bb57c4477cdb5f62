import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { showToast } from '#web/ui/toast.ts';
import { confirmApproval } from './confirm-approval.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface Decision<Item> {
  run: (id: string, reason: string, item: Item) => Promise<unknown>;
  /** The toast that is shown afterwards. */
  done: (item: Item) => string;
}

interface DecisionWithReason<Item> extends Decision<Item> {
  verb: string;
  /** Whether the reason may be left empty. */
  optional: boolean;
  /** Explains who sees the reason, and what they can do next. */
  hint: string;
}

/** The subject of a review: a class or a teacher request. */
export interface Review<Item> {
  /** The item's name within a question: `"Title"`, or `the request from Ann`. */
  nameOf: (item: Item) => string;
  /** The queries that a decision changes. */
  queryKey: QueryKey;
  approval: Decision<Item> & { consequence: (item: Item) => ReactNode };
  rejection: DecisionWithReason<Item>;
  withdrawal?: DecisionWithReason<Item>;
}

export interface ReviewActions<Item> {
  busy: boolean;
  onLook: (item: Item) => void;
  onApprove: (item: Item) => void;
  onReject: (item: Item) => void;
  onWithdraw: (item: Item) => void;
}

/** The dialog that is open, with the item that it is about. */
interface Opened<Item> {
  item: Item;
  as: 'preview' | 'rejection' | 'withdrawal';
}

interface Made<Item> {
  item: Item;
  by: Decision<Item>;
  reason: string;
  /** The dialog in which the decision was made. */
  from?: Opened<Item>;
}

type Preview<Item> = (item: Item, actions: ReviewActions<Item>, onClose: () => void) => ReactNode;

/** The decisions of an admin: their buttons' actions, the dialog that is open, and the error of the last one. */
export const useReview = <Item extends { _id: string }>(review: Review<Item>, preview?: Preview<Item>) => {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Opened<Item>>();
  const close = () => setOpen(undefined);
  const decision = useMutation({
    mutationFn: ({ item, by, reason }: Made<Item>) => by.run(item._id, reason, item),
    onSuccess: (_, { item, by, from }) => {
      // The admin may have opened another dialog meanwhile.
      setOpen((present) => (present === from ? undefined : present));
      void showToast(by.done(item));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: review.queryKey }),
  });
  const confirmAndApprove = async (item: Item) => {
    // An open dialog would cover the confirmation. It is reopened if the admin does not confirm.
    close();
    if (await confirmApproval(`Approve ${review.nameOf(item)}?`, review.approval.consequence(item)))
      decision.mutate({ item, by: review.approval, reason: '' });
    else setOpen(open);
  };
  const actions: ReviewActions<Item> = {
    busy: decision.isPending,
    onLook: (item) => setOpen({ item, as: 'preview' }),
    onApprove: (item) => void confirmAndApprove(item),
    onReject: (item) => setOpen({ item, as: 'rejection' }),
    onWithdraw: (item) => setOpen({ item, as: 'withdrawal' }),
  };
  const asked = open && open.as !== 'preview' ? review[open.as] : undefined;
  const dialog = open && (
    <>
      {open.as === 'preview' && preview?.(open.item, actions, close)}
      {asked && (
        <ReasonDialog
          key={open.as}
          title={`${asked.verb} ${review.nameOf(open.item)}?`}
          action={asked.verb}
          optional={asked.optional}
          hint={asked.hint}
          onDecide={(reason) => decision.mutateAsync({ item: open.item, by: asked, reason, from: open })}
          onClose={() => {
            decision.reset();
            close();
          }}
        />
      )}
    </>
  );
  return { actions, dialog, error: decision.error };
};
