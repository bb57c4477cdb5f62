import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';

/** Shows a link, selected, in a browser that does not allow the page to copy it. */
export const CopyDialog = ({ link, onClose }: { link: string; onClose: () => void }) => (
  <Dialog title="Copy the link" onClose={onClose}>
    <div className="flex flex-col gap-5">
      <p>Your browser does not allow this page to copy the link. Copy it from here:</p>
      <Field
        label="Link"
        readOnly
        data-initial-focus
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <DialogActions>
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
      </DialogActions>
    </div>
  </Dialog>
);
