import { BUYERS_DO } from './buyer-steps.ts';
import type { Doing } from './doing.ts';
import { PROVIDER_DOES } from './provider-steps.ts';
import { SHOP_DOES } from './shop-steps.ts';
import type { Step } from './steps.ts';
import type { World } from './world.ts';

const DO: Doing<Step['do']> = { ...BUYERS_DO, ...SHOP_DOES, ...PROVIDER_DOES };

/** How often each kind of step was performed and had an effect, with test keys and with live keys. */
export const effects = new Map(
  (Object.keys(DO) as Step['do'][]).map((kind) => [kind, { done: 0, effective: 0, effectiveLive: 0 }]),
);

/** Performs one step, whatever its result, then restarts the servers that crashed in it. */
export const performStep = async (world: World, step: Step): Promise<void> => {
  const perform = DO[step.do] as (world: World, step: Step) => Promise<boolean>;
  const effect = effects.get(step.do)!;
  const { live } = world;
  effect.done += 1;
  if (await perform(world, step)) effect[live ? 'effectiveLive' : 'effective'] += 1;
  await world.restartCrashed();
};
