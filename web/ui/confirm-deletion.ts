import { confirm } from './confirm.ts';

/** Asks before something is deleted. @returns whether it is meant */
export const confirmDeletion = (): Promise<boolean> =>
  confirm({
    title: 'Are you sure?',
    text: "You won't be able to revert this!",
    confirm: 'Yes, delete it!',
    buttonClass: 'btn-error',
  });
