import { DiscardButton } from '#web/forms/discard-button.tsx';
import { FormError } from '#web/ui/form-error.tsx';

interface SaveOutcomeProps {
  failure: string | undefined;
  /** Whether another admin has changed the settings in the meantime. */
  isOutdated: boolean;
  onDiscard: () => Promise<void>;
}

/** Why the settings were not saved, and how to continue if another admin has saved first. */
export const SaveOutcome = ({ failure, isOutdated, onDiscard }: SaveOutcomeProps) => (
  <>
    {failure && <FormError>{failure}</FormError>}
    {isOutdated && <DiscardButton what="the current settings" onDiscard={onDiscard} />}
  </>
);
