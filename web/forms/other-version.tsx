interface OtherVersionProps {
  title: string;
  text: string;
  onChoose: (version: 'own' | 'other') => void;
}

/** Shows the version of a text that was saved elsewhere while the user was writing, and lets them choose one. */
export const OtherVersion = ({ title, text, onChoose }: OtherVersionProps) => (
  <div role="alert" className="grid gap-3">
    <p className="font-semibold">{title}</p>
    <p dir="auto" className="panel p-3 whitespace-pre-line wrap-anywhere">
      {text}
    </p>
    <div className="flex flex-wrap gap-3">
      <button type="button" className="btn btn-primary btn-sm" onClick={() => onChoose('own')}>
        Keep my version
      </button>
      <button type="button" className="btn btn-sm" onClick={() => onChoose('other')}>
        Use the other version
      </button>
    </div>
  </div>
);
