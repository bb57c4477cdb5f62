import { capitalize } from './capitalize.ts';
import { Dialog, DialogActions } from './dialog.tsx';
import { Field } from './field.tsx';
import { TextArea } from './text-area.tsx';

interface CopyDialogProps {
  /** What the text is, for example `link`. */
  what: string;
  text: string;
  onClose: () => void;
}

/** Shows a text, selected, in a browser that does not allow the page to copy it. */
export const CopyDialog = ({ what, text, onClose }: CopyDialogProps) => {
  const control = {
    label: capitalize(what),
    readOnly: true,
    'data-initial-focus': true,
    value: text,
    onFocus: ({ target }: { target: HTMLInputElement | HTMLTextAreaElement }) => target.select(),
  };
  const lines = text.split('\n').length;
  return (
    <Dialog title={`Copy the ${what}`} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <p>Your browser does not allow this page to copy the {what}. Copy from here:</p>
        {lines > 1 ? <TextArea {...control} rows={lines} /> : <Field {...control} />}
        <DialogActions>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
        </DialogActions>
      </div>
    </Dialog>
  );
};
