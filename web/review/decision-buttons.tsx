interface DecisionButtonsProps {
  /** The subject of the decision, for screen readers. */
  about: string;
  disabled: boolean;
  onApprove: () => void;
  onReject: () => void;
}

export const DecisionButtons = ({ about, disabled, onApprove, onReject }: DecisionButtonsProps) => (
  <>
    <button
      type="button"
      className="btn btn-primary btn-sm"
      disabled={disabled}
      onClick={onApprove}
      aria-label={`Approve ${about}`}
    >
      Approve
    </button>
    <button
      type="button"
      className="btn btn-outline btn-sm"
      disabled={disabled}
      onClick={onReject}
      aria-label={`Reject ${about}`}
    >
      Reject
    </button>
  </>
);
