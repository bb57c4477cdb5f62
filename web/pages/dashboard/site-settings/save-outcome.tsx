import { FormError } from '#web/ui/form-error.tsx';

interface SaveOutcomeProps {
  failure: string | undefined;
  /** Whether another admin has changed the settings in the meantime. */
  isOutdated: boolean;
  onDiscard: () => void;
}

/** Why the settings were not saved, and how to continue if another admin has saved first. */
export const SaveOutcome = ({ failure, isOutdated, onDiscard }: SaveOutcomeProps) => (
  <>
    {failure && <FormError>{failure}</FormError>}
    {isOutdated && (
      <button type="button" className="btn w-fit btn-outline" onClick={onDiscard}>
        Discard my changes and show the current settings
      </button>
    )}
  </>
);
