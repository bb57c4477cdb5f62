interface ShowMoreButtonProps {
  label: string;
  /** The accessible name, if the label alone does not say what is loaded. */
  name?: string;
  className: string;
  isLoading: boolean;
  onClick: () => void;
}

/** A button that loads more of a list. It keeps the focus while loading. */
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
