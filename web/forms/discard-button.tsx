import { ActionButton } from '#web/ui/action-button.tsx';

interface DiscardButtonProps {
  /** What is shown instead, such as "the current page". */
  what: string;
  /** Shows what is stored, and may load it first. @throws Error with a message for the user */
  onDiscard: () => Promise<void> | void;
}

/** Replaces what was typed into an outdated form with what somebody else has saved in the meantime. */
export const DiscardButton = ({ what, onDiscard }: DiscardButtonProps) => (
  <ActionButton action={async () => onDiscard()} className="btn w-fit btn-outline">
    Discard my changes and show {what}
  </ActionButton>
);
