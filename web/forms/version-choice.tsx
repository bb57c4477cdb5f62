/** The decision between the user's version and one that was saved elsewhere meanwhile. */
export const VersionChoice = ({ onChoose }: { onChoose: (version: 'own' | 'other') => void }) => (
  <div className="flex flex-wrap gap-3">
    <button type="button" className="btn btn-primary btn-sm" onClick={() => onChoose('own')}>
      Keep my version
    </button>
    <button type="button" className="btn btn-sm" onClick={() => onChoose('other')}>
      Use the other version
    </button>
  </div>
);
