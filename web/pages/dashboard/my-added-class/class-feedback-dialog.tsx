import type { Class } from '#contract/classes.ts';
import { ClassFeedback } from '#web/feedback/class-feedback.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';

/** What the students of a class say. */
export const ClassFeedbackDialog = ({ own, onClose }: { own: Class; onClose: () => void }) => (
  <Dialog title={`Feedback on ${own.title}`} onClose={onClose}>
    <div className="grid gap-5">
      <ClassFeedback
        classId={own._id}
        empty="No feedback yet. Students can give it once they are enrolled."
      />
      <DialogActions>
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
      </DialogActions>
    </div>
  </Dialog>
);
