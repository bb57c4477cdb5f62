import { confirm } from './confirm.ts';

/** Asks the user to confirm a deletion. @returns whether they confirmed */
export const confirmDeletion = (): Promise<boolean> =>
  confirm({
    title: 'Are you sure?',
    text: "You won't be able to revert this!",
    confirm: 'Yes, delete it!',
    buttonClass: 'btn-error',
  });
