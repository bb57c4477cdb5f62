import * as calls from '#contract/contact.ts';
import { request } from './client/api-client.ts';
import { sendOnce } from './client/send-once.ts';

export const sendContactMessage = (body: calls.ContactMessage): Promise<void> =>
  sendOnce(['contact', body], async (key) => {
    await request(calls.sendContactMessage, { body: { ...body, key } });
  });
