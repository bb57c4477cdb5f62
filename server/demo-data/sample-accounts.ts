import type { Config } from '#contract/config.ts';

const PASSWORD = 'harbor123';

/** The sample accounts on the login screen, in the demo only. */
export const SAMPLE_ACCOUNTS: NonNullable<Config['sampleAccounts']> = [
  { label: 'User', email: 'student@classharbor.test', password: PASSWORD },
  { label: 'Admin', email: 'admin@classharbor.test', password: PASSWORD },
  { label: 'Teacher', email: 'teacher@classharbor.test', password: PASSWORD },
];
