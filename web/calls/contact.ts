import * as calls from '#contract/contact.ts';
import { request } from './api-client.ts';

export const sendContactMessage = async (body: calls.ContactMessage): Promise<void> => {
  await request(calls.sendContactMessage, { body });
};
