import type { ReactNode } from 'react';
import { confirm } from '#web/ui/confirm.ts';

/** Asks the admin to confirm an approval. @returns whether they confirmed */
export const confirmApproval = (title: string, consequence: ReactNode): Promise<boolean> =>
  confirm({ title, text: consequence, confirm: 'Approve', buttonClass: 'btn-primary' });
