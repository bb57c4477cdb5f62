interface DraftButtonsProps {
  isSubmitting: boolean;
  isDirty: boolean;
  /** Whether nothing is stored yet. The form then says what is missing. */
  isNew: boolean;
  /** Whether a draft is stored, which can be published without changes. */
  hasDraft: boolean;
  /** Called with whether to publish, before the form is submitted. */
  onChoose: (publish: boolean) => void;
}

/** The submit buttons of a form whose text is saved as a draft until it is published. */
export const DraftButtons = ({ isSubmitting, isDirty, isNew, hasDraft, onChoose }: DraftButtonsProps) => (
  <div className="flex flex-wrap gap-3">
    <button
      type="submit"
      className="btn btn-lg"
      disabled={isSubmitting || (!isDirty && !isNew)}
      onClick={() => onChoose(false)}
    >
      Save draft
    </button>
    <button
      type="submit"
      className="btn btn-primary btn-lg"
      disabled={isSubmitting || (!isDirty && !isNew && !hasDraft)}
      onClick={() => onChoose(true)}
    >
      Publish
    </button>
  </div>
);
