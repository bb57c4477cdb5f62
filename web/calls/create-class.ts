import * as calls from '#contract/classes.ts';
import { request } from './api-client.ts';
import { sendOnce } from './send-once.ts';

export const createClass = (input: calls.ClassInput) =>
  sendOnce(
    ['class', input],
    async (key) => (await request(calls.createClass, { body: { ...input, status: 'Pending', key } })).data,
  );
