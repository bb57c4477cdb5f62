import { SAMPLE_ACCOUNTS } from '#server/demo-data/sample-accounts.ts';

/** The label of a sample account on the login screen. */
export type SampleAccount = 'User' | 'Admin' | 'Teacher';

/** One of the demo's sample accounts. */
export const sampleAccount = (label: SampleAccount) =>
  SAMPLE_ACCOUNTS.find((account) => account.label === label)!;
