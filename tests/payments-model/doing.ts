import type { Step } from './steps.ts';
import type { World } from './world.ts';

export type StepOf<Kind extends Step['do']> = Extract<Step, { do: Kind }>;

/** How steps of some kinds are done. Each tells whether it had an effect. */
export type Doing<Kind extends Step['do']> = {
  [K in Kind]: (world: World, step: StepOf<K>) => Promise<boolean>;
};

/** The one that is meant by a number among those that there are. */
export const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % from.length];
