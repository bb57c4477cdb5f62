import type { ClassChange } from '#contract/class-changes.ts';

const WHAT_HAPPENED = {
  rejected: 'Your change was not approved.',
  Pending: 'Your change was edited elsewhere.',
  none: 'Your change was approved or withdrawn.',
};

interface OutdatedFormProps {
  /** The change that is edited now. */
  edited: ClassChange | undefined;
  /** Whether the change that the form was filled from was rejected. */
  isRejected: boolean;
  onShow: () => void;
}

/** Says that the change in the form was decided or edited in the meantime. What the teacher has typed stays. */
export const OutdatedForm = ({ edited, isRejected, onShow }: OutdatedFormProps) => (
  <div role="alert" className="panel grid gap-3 border-error p-5">
    <p className="font-semibold">{WHAT_HAPPENED[edited ? 'Pending' : isRejected ? 'rejected' : 'none']}</p>
    <p>What you have typed is still below. It is sent when you update the class.</p>
    <button type="button" className="btn w-fit btn-outline" onClick={onShow}>
      Discard my changes and show the current class
    </button>
  </div>
);
