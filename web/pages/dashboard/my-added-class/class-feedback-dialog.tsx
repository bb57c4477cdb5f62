import { useState } from 'react';
import type { Class } from '#contract/classes.ts';
import { ClassFeedback } from '#web/feedback/class-feedback.tsx';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { FeedbackWithReply } from './feedback-with-reply.tsx';

/** Shows the feedback on a class to its teacher, who can reply to it. */
export const ClassFeedbackDialog = ({ own, onClose }: { own: Class; onClose: () => void }) => {
  const [page, setPage] = useState(1);
  const [announcement, setAnnouncement] = useState('');
  return (
    <Dialog title={`Feedback on ${own.title}`} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <p role="status" className="sr-only">
          {announcement}
        </p>
        <ClassFeedback
          classId={own._id}
          page={page}
          onPage={setPage}
          empty="No feedback yet. Enrolled students can leave feedback."
        >
          {(entry) => <FeedbackWithReply entry={entry} onChanged={setAnnouncement} />}
        </ClassFeedback>
        <DialogActions>
          <button type="button" className="btn" onClick={onClose}>
            Close
          </button>
        </DialogActions>
      </div>
    </Dialog>
  );
};
