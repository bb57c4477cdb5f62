import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Announcement, ANNOUNCEMENT_LENGTH } from '#contract/announcements.ts';
import type { Class } from '#contract/classes.ts';
import { AnnouncementList, useAnnouncements } from '#web/announcements/announcement-list.tsx';
import { announce, announcementKeys, deleteAnnouncement } from '#web/calls/announcements.ts';
import { invalidate } from '#web/calls/client/invalidate.ts';
import { TextForm } from '#web/forms/text-form.tsx';
import { useDraft } from '#web/forms/use-draft.ts';
import { useReturnFocus } from '#web/forms/use-return-focus.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { confirmDeletion } from '#web/ui/confirm-deletion.ts';
import { confirm } from '#web/ui/confirm.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { showToast } from '#web/ui/toast.ts';

const confirmSending = (): Promise<boolean> =>
  confirm({
    title: 'Send to all students?',
    text: 'The announcement will be emailed to them, and students who enroll later will see it, too.',
    confirm: 'Send',
    buttonClass: 'btn-primary',
  });

interface FormProps {
  classId: string;
  email: string;
  onSent: () => void;
  onCancel: () => void;
}

const AnnouncementForm = ({ classId, email, onSent, onCancel }: FormProps) => {
  const [text, setText, empty] = useDraft(`announcement ${classId} ${email}`);
  const send = async () => {
    if (!(await confirmSending())) return;
    await announce(classId, text);
    empty(text);
    onSent();
  };
  return (
    <TextForm
      label="Message to all students"
      maxLength={ANNOUNCEMENT_LENGTH}
      action="Send"
      text={text}
      onChange={setText}
      onSend={send}
      onCancel={onCancel}
    />
  );
};

/** What the teacher has written to all students of the class, with a form for the next announcement. */
export const Announcements = ({ own: { _id: classId } }: { own: Class }) => {
  const queryClient = useQueryClient();
  const { email } = useSignedInUser();
  const list = useAnnouncements(classId, email);
  const [writing, setWriting] = useState(false);
  const button = useReturnFocus(writing);
  const showNewest = (message: string) => {
    void showToast(message);
    list.setPage(1);
    void invalidate(queryClient, announcementKeys);
  };
  const deletion = useMutation({
    mutationFn: ({ _id }: Announcement) => deleteAnnouncement(_id),
    onSuccess: () => showNewest('The announcement was deleted'),
  });
  const remove = async (announcement: Announcement) => {
    const consequence = 'Emails that have already been sent cannot be taken back.';
    if (await confirmDeletion(undefined, consequence)) deletion.mutate(announcement);
  };
  return (
    <section className="panel grid grid-cols-1 gap-4 p-6" aria-labelledby="announcements">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="announcements">Announcements</h2>
        {!writing && (
          <button ref={button} type="button" className="btn btn-primary" onClick={() => setWriting(true)}>
            New Announcement
          </button>
        )}
      </div>
      {writing && (
        <AnnouncementForm
          classId={classId}
          email={email}
          onSent={() => {
            setWriting(false);
            showNewest('Your announcement was sent');
          }}
          onCancel={() => setWriting(false)}
        />
      )}
      {deletion.error && <FormError>{deletion.error.message}</FormError>}
      <AnnouncementList
        list={list}
        empty={<p className="muted">You have not written to your students yet.</p>}
        actions={(announcement) =>
          announcement.hiddenReason === undefined && (
            <button
              type="button"
              className="btn btn-ghost btn-xs"
              disabled={deletion.isPending}
              aria-label={`Delete the announcement of ${formatMoment(announcement.createdAt)}`}
              onClick={() => void remove(announcement)}
            >
              Delete
            </button>
          )
        }
      />
    </section>
  );
};
