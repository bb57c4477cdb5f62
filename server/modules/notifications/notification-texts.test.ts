import { expect, it } from 'vitest';
import { describeNotification } from './notification-texts.ts';

// In America, this is the evening of January 4.
const MOMENT = '2027-01-05T02:00:00Z';
const TEXT = 'January 5, 2027 at 2:00 AM (UTC)';

it('an invitation names the moment at which it expires, with the time zone', () => {
  const { paragraphs } = describeNotification('invitation', { invitationId: 'a', until: MOMENT });
  expect(paragraphs[0]).toContain(`valid until ${TEXT}.`);
});

it('a dispute names the moment of its deadline, with the time zone', () => {
  const dispute = { title: 'Woodworking', amount: 1950, currency: 'usd', paymentId: 'a', dueBy: MOMENT };
  expect(describeNotification('dispute', dispute).facts).toContainEqual(['Deadline', TEXT]);
});
