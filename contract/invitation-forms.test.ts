import { expect, it } from 'vitest';
import { emailInvitationFormSchema, splitAddresses } from './invitation-forms.ts';

it('addresses may be separated by spaces, line breaks, commas or semicolons', () => {
  expect(splitAddresses(' a@x.test, b@x.test;\nc@x.test ')).toEqual(['a@x.test', 'b@x.test', 'c@x.test']);
});

it('an international domain is converted to ASCII, as browsers do in an email field', () => {
  expect(splitAddresses('anna@bücher.example')).toEqual(['anna@xn--bcher-kva.example']);
  expect(emailInvitationFormSchema.safeParse({ emails: 'anna@bücher.example', days: 7 }).success).toBe(true);
});

it.each([
  'anna@bücher.example/path',
  'anna@bücher.example:80',
  'anna@@bücher.example',
  'änna@x.test',
  'anna@bü cher.test',
])('what is not an address is still refused: %s', (emails) => {
  expect(emailInvitationFormSchema.safeParse({ emails, days: 7 }).success).toBe(false);
});
