import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './start-error.ts';

type Step = () => Promise<unknown>;

/** Stops what the server has started, in reverse order. */
export class Shutdown {
  #steps: Step[] = [];
  #last: Step | undefined;

  add(step: Step): void {
    this.#steps.push(step);
  }

  /** Sets what is stopped after everything else, even if that has not finished or has failed. */
  setLast(step: Step): void {
    this.#last = step;
  }

  /**
   * Stops everything once: a second call finds nothing left to stop.
   * @param patience the time after which the last step is done in any case, in milliseconds. Default: no limit
   * @throws StartError if something had not finished by then
   */
  async run(patience?: number): Promise<void> {
    try {
      const late = patience === undefined ? [] : [sleep(patience, false, { ref: false })];
      if (!(await Promise.race([this.#runSteps(), ...late])))
        throw new StartError('The server was stopped before everything had finished');
    } finally {
      const last = this.#last;
      this.#last = undefined;
      await last?.();
    }
  }

  async #runSteps(): Promise<true> {
    for (const step of this.#steps.splice(0).reverse()) await step();
    return true;
  }
}
