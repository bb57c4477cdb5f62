import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CachedResponse } from './cached-response.ts';
import { ResponseCache } from './response-cache.ts';

const response = (...topics: string[]) => CachedResponse.create(Buffer.from('text'), {}, topics);

const listening = (): ResponseCache => {
  const cache = new ResponseCache();
  cache.invalidateAll(true);
  return cache;
};

describe('the response cache', () => {
  it('is invalidated by any of its topics, and by no others', async () => {
    const cache = listening();
    cache.store('/one', await response('a', 'b'), cache.changes);
    cache.store('/two', await response('c'), cache.changes);
    cache.invalidate('b');
    expect(cache.get('/one')).toBeUndefined();
    expect(cache.get('/two')).toBeDefined();
  });

  it('does not store a response whose data changed while it was created', async () => {
    const cache = listening();
    const since = cache.changes;
    cache.invalidate('a');
    cache.store('/changed', await response('a'), since);
    cache.store('/same', await response('b'), since);
    expect(cache.get('/changed')).toBeUndefined();
    expect(cache.get('/same')).toBeDefined();
  });

  it('does not store a response that took longer to create than changes are remembered', async () => {
    const cache = listening();
    const since = cache.changes;
    for (let change = 0; change < 2_000; change += 1) cache.invalidate('other');
    cache.store('/slow', await response('a'), since);
    expect(cache.get('/slow')).toBeUndefined();
  });

  it('stores nothing while changes are not received, nor a response that was started then', async () => {
    const cache = new ResponseCache();
    const since = cache.changes;
    cache.store('/not-listening', await response('a'), since);
    expect(cache.get('/not-listening')).toBeUndefined();
    cache.invalidateAll(true);
    cache.store('/begun', await response('a'), since);
    expect(cache.get('/begun')).toBeUndefined();
    cache.store('/received', await response('a'), cache.changes);
    cache.invalidateAll(false);
    expect(cache.get('/received')).toBeUndefined();
  });

  it('evicts the least recently used response', async () => {
    const cache = listening();
    const large = () => CachedResponse.create(randomBytes(1024 * 1024), {}, ['a']);
    for (let number = 0; number < 40; number += 1) {
      cache.store(`/${number}`, await large(), cache.changes);
      cache.get('/0');
    }
    expect(cache.get('/0')).toBeDefined();
    expect(cache.get('/1')).toBeUndefined();
    expect(cache.get('/39')).toBeDefined();
  });

  it('has a size limit that includes keys and topics', async () => {
    const cache = listening();
    const topics = Array.from({ length: 100 }, (_, number) => `class ${number}`);
    const address = (number: number) => `/${'x'.repeat(1_000)}${number}`;
    for (let number = 0; number < 1_000; number += 1)
      cache.store(address(number), await response(...topics), cache.changes);
    const held = Array.from({ length: 1_000 }, (_, number) => cache.get(address(number))).filter(Boolean);
    // Of the 16 MiB, each response takes 2 KiB, its key twice and 100 topics of 200 bytes.
    expect(held.length).toBeGreaterThan(600);
    expect(held.length).toBeLessThan(720);
  });
});
