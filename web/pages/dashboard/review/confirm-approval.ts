import { confirm } from '#web/ui/confirm.ts';

/** Asks before something is approved. @returns whether it is meant */
export const confirmApproval = (title: string, consequence: string): Promise<boolean> =>
  confirm({ title, text: consequence, confirm: 'Approve', buttonClass: 'btn-primary' });
