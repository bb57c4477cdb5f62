import { LRUCache } from 'lru-cache';
import type { CachedResponse } from './cached-response.ts';

/** The maximum size of the cache with its keys, in bytes. The least recently used responses are evicted. */
const CAPACITY = 16 * 1024 * 1024;
/** The approximate memory for a response's dependency on a topic, in bytes. */
const BYTES_PER_TOPIC = 200;
/** The number of recent changes that are remembered. A response during which more of them arrived is not stored. */
const MEMORY = 1_024;

/**
 * A cache of responses for anonymous callers, each valid until one of its topics changes. Topics are the words with
 * which the database announces changes. While changes cannot be received, nothing is cached.
 */
export class ResponseCache {
  private received = 0;
  private readonly recent: string[] = [];
  /** The number of changes after which none was missed. Undefined while changes are not received. */
  private listeningSince: number | undefined;
  private readonly byTopic = new Map<string, Set<string>>();
  private readonly responses = new LRUCache<string, CachedResponse>({
    maxSize: CAPACITY,
    // The cache and each of the topics hold the key.
    sizeCalculation: ({ size, topics }, key) => size + 2 * key.length + topics.length * BYTES_PER_TOPIC,
    dispose: ({ topics }, address) => this.unlink(topics, address),
  });

  /** The number of received changes. Read it before the first query for a response. */
  get changes(): number {
    return this.received;
  }

  get(address: string): CachedResponse | undefined {
    return this.responses.get(address);
  }

  /**
   * Stores a response, unless a topic that it depends on has changed since it was started.
   * @param since the value of `changes` at the start
   * @returns whether it is stored
   */
  store(address: string, response: CachedResponse, since: number): boolean {
    if (this.listeningSince === undefined || since < this.listeningSince) return false;
    if (this.received - since > MEMORY) return false;
    for (let change = since; change < this.received; change += 1) {
      if (response.topics.includes(this.recent[change % MEMORY]!)) return false;
    }
    this.responses.set(address, response);
    if (!this.responses.has(address)) return false;
    for (const topic of response.topics) {
      const addresses = this.byTopic.get(topic);
      if (addresses) addresses.add(address);
      else this.byTopic.set(topic, new Set([address]));
    }
    return true;
  }

  /** Removes every response that depends on a topic. */
  invalidate(topic: string): void {
    this.recent[this.received % MEMORY] = topic;
    this.received += 1;
    for (const address of [...(this.byTopic.get(topic) ?? [])]) this.responses.delete(address);
  }

  /** Removes every response, because changes may have been missed. */
  invalidateAll(isListening: boolean): void {
    this.received += 1;
    this.listeningSince = isListening ? this.received : undefined;
    this.responses.clear();
  }

  private unlink(topics: readonly string[], address: string): void {
    for (const topic of topics) {
      const addresses = this.byTopic.get(topic);
      addresses?.delete(address);
      if (addresses?.size === 0) this.byTopic.delete(topic);
    }
  }
}
