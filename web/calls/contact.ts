import * as calls from '#contract/contact.ts';
import { request } from './api-client.ts';
import { sendOnce } from './send-once.ts';

export const sendContactMessage = (body: calls.ContactMessage): Promise<void> =>
  sendOnce(['contact', body], async (key) => {
    await request(calls.sendContactMessage, { body: { ...body, key } });
  });
