import { confirm } from './confirm.ts';

/**
 * Asks the user to confirm a deletion.
 * @param subject what is deleted
 * @param consequence what happens to others, as a sentence
 * @returns whether they confirmed
 */
export const confirmDeletion = (subject?: string, consequence?: string): Promise<boolean> =>
  confirm({
    title: 'Are you sure?',
    subject,
    text: ["You won't be able to revert this!", consequence].filter(Boolean).join(' '),
    confirm: 'Yes, delete it!',
    buttonClass: 'btn-error',
  });
