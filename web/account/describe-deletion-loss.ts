import type { DeletionLoss } from '#contract/account.ts';

const count = (number: number, one: string, several: string): string =>
  number === 1 ? `1 ${one}` : `${number} ${several}`;

/** What a user loses with their account, in sentences, or nothing if there is nothing to lose. */
export const describeDeletionLoss = (
  who: 'You' | 'They',
  { certificates, enrollments, openRefunds }: DeletionLoss,
): string[] => {
  const lost = [
    certificates > 0 &&
      count(certificates, 'certificate, which', 'certificates, which') + ' will no longer be valid',
    enrollments > 0 && `access to ${count(enrollments, 'class', 'classes')}`,
  ].filter((part) => part !== false);
  return [
    ...(lost.length > 0 ? [`${who} will lose ${lost.join(', and ')}.`] : []),
    ...(openRefunds > 0
      ? [openRefunds === 1 ? 'A refund is still open.' : `${openRefunds} refunds are still open.`]
      : []),
  ];
};
