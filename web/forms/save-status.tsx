import type { AutosaveState } from './autosave.ts';

const TEXTS: Record<AutosaveState<unknown>['status'], string> = {
  blank: '',
  saved: 'Saved',
  unsaved: 'Saving…',
  saving: 'Saving…',
  offline: 'Offline – saved in this browser',
  failed: 'Saving failed – trying again',
  kept: 'Saved in this browser only',
  refused: 'Not saved',
  conflict: 'Changed elsewhere',
};

const ERRORS: AutosaveState<unknown>['status'][] = ['failed', 'refused', 'conflict'];

/** Shows whether the content is saved. */
export const SaveStatus = ({ state: { status, message } }: { state: AutosaveState<unknown> }) => (
  <p role="status" className={`text-sm ${ERRORS.includes(status) ? 'text-error' : 'muted'}`}>
    {TEXTS[status]}
    {message && `: ${message}`}
  </p>
);
