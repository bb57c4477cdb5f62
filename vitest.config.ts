import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They take the longest, so they start first. Started last, each would run alone. */
const LONGEST = [
  'tests/payments-kill.test.ts',
  'tests/payments-model/payments-model.test.ts',
  'tests/start.test.ts',
  'tests/large-lists.test.ts',
  'tests/hostile-input.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => LONGEST.findIndex((file) => moduleId.endsWith(file));
    const sorted = await super.sort(files);
    const longest = sorted.filter((file) => rank(file) >= 0).sort((one, other) => rank(one) - rank(other));
    return [...longest, ...sorted.filter((file) => rank(file) < 0)];
  }
}

/** Files that replace modules or globals, which no other file may see. */
const REPLACING = [
  'tests/payments-model/payments-model.test.ts',
  'web/calls/client/api-client.test.ts',
  'web/calls/session/access-token.test.ts',
  'web/learning/unsaved-progress.test.ts',
];

const project = (
  name: string,
  files: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  test: {
    name,
    // No test depends on how fast the machine is: these only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    ...files,
  },
});

export default defineConfig({
  test: {
    globalSetup: 'tests/support/database.ts',
    // More than the two processors of a small machine: some files mostly wait, for instance for a lease to end.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Loading the server takes longer than most files do, so a worker loads it once for all of its files.
      project('shared', {
        include: ['{contract,server,sandbox,tests,web}/**/*.test.ts'],
        exclude: REPLACING,
        isolate: false,
      }),
      project('isolated', { include: REPLACING }),
    ],
  },
});
