import type { Class } from '#contract/classes.ts';
import { ClassFeedback } from '#web/feedback/class-feedback.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';

/** Shows the feedback on a class to its teacher. */
export const ClassFeedbackDialog = ({ own, onClose }: { own: Class; onClose: () => void }) => (
  <Dialog title={`Feedback on ${own.title}`} onClose={onClose}>
    <div className="grid gap-5">
      <ClassFeedback classId={own._id} empty="No feedback yet. Enrolled students can leave feedback." />
      <DialogActions>
        <button type="button" className="btn" onClick={onClose}>
          Close
        </button>
      </DialogActions>
    </div>
  </Dialog>
);
