import type { ComponentProps } from 'react';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import type { useCallForm } from '#web/forms/use-call-form.ts';
import { Dialog } from '#web/ui/dialog.tsx';

interface EntryDialogProps extends ComponentProps<typeof Dialog> {
  form: Pick<ReturnType<typeof useCallForm>, 'isSubmitting' | 'isDirty' | 'failure' | 'onSubmit'>;
}

/** The dialog around the fields of a list entry. */
export const EntryDialog = ({ form, children, ...dialog }: EntryDialogProps) => (
  <Dialog {...dialog}>
    <DialogForm
      action="Save"
      busy={form.isSubmitting}
      isDirty={form.isDirty}
      failure={form.failure}
      onSubmit={form.onSubmit}
    >
      {children}
    </DialogForm>
  </Dialog>
);
