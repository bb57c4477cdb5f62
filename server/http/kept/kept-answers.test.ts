import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { KeptAnswer } from './kept-answer.ts';
import { KeptAnswers } from './kept-answers.ts';

const answer = (...topics: string[]) => KeptAnswer.create(Buffer.from('text'), {}, topics);

const listening = (): KeptAnswers => {
  const kept = new KeptAnswers();
  kept.forgetAll(true);
  return kept;
};

describe('what is kept', () => {
  it('goes with any of its topics, and stays for others', async () => {
    const kept = listening();
    kept.keep('/one', await answer('a', 'b'), kept.changes);
    kept.keep('/two', await answer('c'), kept.changes);
    kept.forget('b');
    expect(kept.get('/one')).toBeUndefined();
    expect(kept.get('/two')).toBeDefined();
  });

  it('is nothing that changed while it was made', async () => {
    const kept = listening();
    const since = kept.changes;
    kept.forget('a');
    kept.keep('/changed', await answer('a'), since);
    kept.keep('/same', await answer('b'), since);
    expect(kept.get('/changed')).toBeUndefined();
    expect(kept.get('/same')).toBeDefined();
  });

  it('is nothing that took longer to make than changes are remembered', async () => {
    const kept = listening();
    const since = kept.changes;
    for (let change = 0; change < 2_000; change += 1) kept.forget('other');
    kept.keep('/slow', await answer('a'), since);
    expect(kept.get('/slow')).toBeUndefined();
  });

  it('is nothing while changes are not heard, nor what was begun then', async () => {
    const kept = new KeptAnswers();
    const since = kept.changes;
    kept.keep('/deaf', await answer('a'), since);
    expect(kept.get('/deaf')).toBeUndefined();
    kept.forgetAll(true);
    kept.keep('/begun', await answer('a'), since);
    expect(kept.get('/begun')).toBeUndefined();
    kept.keep('/heard', await answer('a'), kept.changes);
    kept.forgetAll(false);
    expect(kept.get('/heard')).toBeUndefined();
  });

  it('makes room by what was not asked for longest', async () => {
    const kept = listening();
    const large = () => KeptAnswer.create(randomBytes(1024 * 1024), {}, ['a']);
    for (let number = 0; number < 40; number += 1) {
      kept.keep(`/${number}`, await large(), kept.changes);
      kept.get('/0');
    }
    expect(kept.get('/0')).toBeDefined();
    expect(kept.get('/1')).toBeUndefined();
    expect(kept.get('/39')).toBeDefined();
  });

  it('is bounded by bytes that keys and topics belong to', async () => {
    const kept = listening();
    const topics = Array.from({ length: 100 }, (_, number) => `class ${number}`);
    const address = (number: number) => `/${'x'.repeat(1_000)}${number}`;
    for (let number = 0; number < 1_000; number += 1)
      kept.keep(address(number), await answer(...topics), kept.changes);
    const held = Array.from({ length: 1_000 }, (_, number) => kept.get(address(number))).filter(Boolean);
    // 16 MiB, of which each takes 2 KiB, its key twice and 100 topics of 200 bytes.
    expect(held.length).toBeGreaterThan(600);
    expect(held.length).toBeLessThan(720);
  });
});
