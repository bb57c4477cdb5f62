interface ShowMoreButtonProps {
  label: string;
  /** The accessible name, where the label alone does not say of what there is more. */
  name?: string;
  className: string;
  isLoading: boolean;
  onClick: () => void;
}

/** Loads more of a list. It keeps the focus while it waits. */
export const ShowMoreButton = ({ label, name, className, isLoading, onClick }: ShowMoreButtonProps) => (
  <button
    type="button"
    className={`btn ${className}`}
    aria-label={name}
    aria-disabled={isLoading}
    onClick={isLoading ? undefined : onClick}
  >
    {isLoading ? 'Loading...' : label}
  </button>
);
