import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { sendOnce } from './send-once.ts';

const lost = (sent: string[]) => async (key: string) => {
  sent.push(key);
  throw new Error('No response');
};
const confirmed = (sent: string[]) => async (key: string) => {
  sent.push(key);
};

it('repeats a call with the same key until it succeeds, and not after that', async () => {
  const sent: string[] = [];
  await expect(sendOnce(['question', 'Why?'], lost(sent))).rejects.toThrow('No response');
  await sendOnce(['question', 'Why?'], confirmed(sent));
  await sendOnce(['question', 'Why?'], confirmed(sent));
  expect(sent[1]).toBe(sent[0]);
  expect(sent[2]).not.toBe(sent[0]);
});

it('gives another content another key', async () => {
  const sent: string[] = [];
  await expect(sendOnce(['question', 'Why?'], lost(sent))).rejects.toThrow('No response');
  await sendOnce(['question', 'Why not?'], confirmed(sent));
  await sendOnce(['answer', 'Why?'], confirmed(sent));
  expect(new Set(sent).size).toBe(3);
});

it('ends with a refusal, unless an earlier call may have succeeded', async () => {
  const sent: string[] = [];
  const refused = async (key: string) => {
    sent.push(key);
    throw new ApiError(409, { code: 'conflict', message: 'Refused' });
  };
  await expect(sendOnce(['refund', 5], refused)).rejects.toThrow('Refused');
  await expect(sendOnce(['refund', 5], lost(sent))).rejects.toThrow('No response');
  await expect(sendOnce(['refund', 5], refused)).rejects.toThrow('Refused');
  await sendOnce(['refund', 5], confirmed(sent));
  expect(sent[1]).not.toBe(sent[0]);
  expect(sent.slice(2)).toEqual([sent[1], sent[1]]);
});
