import { describe, expect, it } from 'vitest';
import { describeDeletionLoss } from './describe-deletion-loss.ts';

describe('what is lost with an account', () => {
  const nothing = { certificates: 0, enrollments: 0, openRefunds: 0 };

  it('is not mentioned if there is nothing', () => {
    expect(describeDeletionLoss('You', nothing)).toEqual([]);
  });

  it.each([
    [{ enrollments: 1 }, 'They will lose access to 1 class.'],
    [{ enrollments: 2 }, 'They will lose access to 2 classes.'],
    [{ certificates: 1 }, 'They will lose 1 certificate, which will no longer be valid.'],
    [
      { certificates: 2, enrollments: 3 },
      'They will lose 2 certificates, which will no longer be valid, and access to 3 classes.',
    ],
    [{ openRefunds: 1 }, 'A refund is still open.'],
    [{ openRefunds: 2 }, '2 refunds are still open.'],
  ])('is named with its number: %o', (loss, text) => {
    expect(describeDeletionLoss('They', { ...nothing, ...loss })).toEqual([text]);
  });
});
