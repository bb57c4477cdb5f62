import { confirm } from './confirm.ts';

/** Asks the user to confirm a deletion. @param subject what is deleted @returns whether they confirmed */
export const confirmDeletion = (subject?: string): Promise<boolean> =>
  confirm({
    title: 'Are you sure?',
    subject,
    text: "You won't be able to revert this!",
    confirm: 'Yes, delete it!',
    buttonClass: 'btn-error',
  });
