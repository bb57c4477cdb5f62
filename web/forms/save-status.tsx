import type { AutosaveState } from './autosave.ts';

const TEXTS: Record<AutosaveState<unknown>['status'], string> = {
  blank: '',
  saved: 'Saved',
  unsaved: 'Saving…',
  saving: 'Saving…',
  offline: 'Offline – saved in this browser',
  refused: 'Not saved',
  conflict: 'Changed elsewhere',
};

/** Shows whether the content is saved. */
export const SaveStatus = ({ state: { status, message, fields } }: { state: AutosaveState<unknown> }) => {
  // The server's general message begins with the name of a field, as programs know it.
  const reason = fields ? Object.values(fields).join('. ') : message;
  return (
    <p
      role="status"
      className={`text-sm ${['refused', 'conflict'].includes(status) ? 'text-error' : 'muted'}`}
    >
      {TEXTS[status]}
      {reason && `: ${reason}`}
    </p>
  );
};
