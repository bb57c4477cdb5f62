import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { CURRICULUM_LIMITS, type CurriculumDraft } from '#contract/curriculum.ts';
import { showOutcomes, updateOutcomes } from '#web/calls/curriculum-texts.ts';
import { Autosave, type AutosaveState } from '#web/forms/autosave.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { OtherVersion } from '#web/forms/other-version.tsx';
import { SaveStatus } from '#web/forms/save-status.tsx';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The number of each line that is not blank, as its writer counts. */
const numbersOf = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));

/** Why the server rejected the lines: if one is to blame, with its number. */
const failureOf = ({ content, fields = {}, message }: AutosaveState<string>): string | undefined => {
  const [field = '', text] = Object.entries(fields)[0] ?? [];
  const [, index] = /^outcomes\.(\d+)$/.exec(field) ?? [];
  return index === undefined ? message : `Line ${numbersOf(content)[Number(index)]}: ${text}`;
};

/** The learning outcomes of a class, one per line. */
export const OutcomesForm = ({ classId, draft }: { classId: string; draft: CurriculumDraft }) => {
  const queryClient = useQueryClient();
  const { email } = useSignedInUser();
  const [autosave] = useState(
    () =>
      new Autosave<string>({
        key: `outcomes ${classId}`,
        user: email,
        stored: { content: draft.outcomes.join('\n'), version: draft.version },
        save: async (text, version) => {
          const outcomes = linesOf(text);
          const saved = await updateOutcomes(classId, { outcomes, version });
          await showOutcomes(queryClient, classId, { outcomes, version: saved.version });
          return saved;
        },
        readConflict: ({ outcomes, version }) => ({
          content: (outcomes as string[]).join('\n'),
          version: version as number,
        }),
        storedPart: linesOf,
      }),
  );
  const state = useSyncExternalStore(autosave.subscribe, autosave.getState);
  return (
    <section className="panel grid gap-3 p-6" aria-labelledby="outcomes">
      <h2 id="outcomes">What you will learn</h2>
      <TextArea
        label="One line for each thing that students will be able to do"
        rows={5}
        hint={`At most ${CURRICULUM_LIMITS.outcomes} lines of up to ${TEXT_LIMITS.title} characters, in plain text, shown on the page of the class`}
        value={state.content}
        onChange={({ target }) => autosave.change(target.value)}
      />
      {state.other && (
        <OtherVersion
          title="Changed elsewhere in the meantime. The other version:"
          text={state.other.content}
          onChoose={(version) => autosave.resolve(version)}
        />
      )}
      <SaveStatus state={{ ...state, message: failureOf(state) }} />
    </section>
  );
};
