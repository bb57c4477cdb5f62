import { LRUCache } from 'lru-cache';
import type { KeptAnswer } from './kept-answer.ts';

/** Bytes that the whole cache may have, keys included; what was not asked for longest makes room. */
const CAPACITY = 16 * 1024 * 1024;
/** Bytes that it takes to know that a response depends on a topic, about. */
const BYTES_PER_TOPIC = 200;
/** Changes that are remembered; what took longer to make than these took to happen is not kept. */
const MEMORY = 1_024;

/**
 * Answers for everybody, each kept until one of the topics that it depends on changes. Topics are the words by
 * which the database announces changes. While changes cannot be heard, nothing is kept.
 */
export class KeptAnswers {
  private heard = 0;
  private readonly recent: string[] = [];
  /** The count of changes from which on none was missed; undefined while they are not heard. */
  private listeningSince: number | undefined;
  private readonly byTopic = new Map<string, Set<string>>();
  private readonly answers = new LRUCache<string, KeptAnswer>({
    maxSize: CAPACITY,
    // A key is held by the cache and by each of its topics.
    sizeCalculation: ({ size, topics }, key) => size + 2 * key.length + topics.length * BYTES_PER_TOPIC,
    dispose: ({ topics }, address) => this.unlink(topics, address),
  });

  /** How many changes were heard of: to be read before the first look at what an answer is made from. */
  get changes(): number {
    return this.heard;
  }

  get(address: string): KeptAnswer | undefined {
    return this.answers.get(address);
  }

  /**
   * Keeps an answer, unless something that it depends on has changed while it was made.
   * @param since what `changes` was before that
   * @returns whether it is kept
   */
  keep(address: string, answer: KeptAnswer, since: number): boolean {
    if (this.listeningSince === undefined || since < this.listeningSince) return false;
    if (this.heard - since > MEMORY) return false;
    for (let change = since; change < this.heard; change += 1) {
      if (answer.topics.includes(this.recent[change % MEMORY]!)) return false;
    }
    this.answers.set(address, answer);
    if (!this.answers.has(address)) return false;
    for (const topic of answer.topics) {
      const addresses = this.byTopic.get(topic);
      if (addresses) addresses.add(address);
      else this.byTopic.set(topic, new Set([address]));
    }
    return true;
  }

  /** Forgets what depends on a topic. */
  forget(topic: string): void {
    this.recent[this.heard % MEMORY] = topic;
    this.heard += 1;
    for (const address of [...(this.byTopic.get(topic) ?? [])]) this.answers.delete(address);
  }

  /** Forgets everything: changes may have been missed. */
  forgetAll(isListening: boolean): void {
    this.heard += 1;
    this.listeningSince = isListening ? this.heard : undefined;
    this.answers.clear();
  }

  private unlink(topics: readonly string[], address: string): void {
    for (const topic of topics) {
      const addresses = this.byTopic.get(topic);
      addresses?.delete(address);
      if (addresses?.size === 0) this.byTopic.delete(topic);
    }
  }
}
