import type { Step } from './steps.ts';
import type { World } from './world.ts';

export type StepOf<Kind extends Step['do']> = Extract<Step, { do: Kind }>;

/** The implementation of some kinds of steps. Each returns whether it had an effect. */
export type Doing<Kind extends Step['do']> = {
  [K in Kind]: (world: World, step: StepOf<K>) => Promise<boolean>;
};

/** Picks the element for a number, whatever the length of the list. */
export const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length];
