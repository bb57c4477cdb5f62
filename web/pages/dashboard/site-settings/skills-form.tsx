import { useWatch } from 'react-hook-form';
import type { SiteSettings } from '#contract/site-settings.ts';
import { DEFAULT_SKILLS, SKILL_LIMITS, type Skills, skillsSchema } from '#contract/skills.ts';
import { useSite } from '#web/meta/site-context.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { NameList } from './name-list.tsx';
import { SaveOutcome } from './save-outcome.tsx';
import { useSettingsForm } from './use-settings-form.ts';

const LISTS = [
  { name: 'skillCategories', legend: 'Skill categories', noun: 'Skill category' },
  { name: 'experienceLevels', legend: 'Experience levels', noun: 'Experience level' },
] as const;

/** The form for the choices in teacher requests and classes. */
export const SkillsForm = ({ settings }: { settings: SiteSettings }) => {
  const { updateSiteInfo } = useSite();
  const { register, control, setValue, errors, isSubmitting, isDirty, onSubmit, outcome } = useSettingsForm({
    part: 'skills',
    settings,
    schema: skillsSchema,
    saved: 'Categories and levels saved',
    onSaved: ({ skills }) => updateSiteInfo?.({ skills }),
  });
  const values = useWatch({ control }) as Skills;
  const change = (name: keyof Skills, names: string[]) =>
    setValue(name, names, { shouldDirty: true, shouldValidate: Boolean(errors[name]) });
  return (
    <section aria-labelledby="skills" className="panel grid gap-6 p-6 sm:p-8 lg:me-88">
      <div>
        <h2 id="skills">Categories and levels</h2>
        <p className="muted mt-1">
          The choices in teacher requests and classes. Existing requests and classes keep theirs.
        </p>
      </div>
      <form method="post" className="grid gap-6" onSubmit={onSubmit} noValidate>
        {LISTS.map(({ name, legend, noun }) => (
          <NameList
            key={name}
            legend={legend}
            noun={noun}
            names={values[name]}
            maximum={SKILL_LIMITS.count}
            error={errors[name]?.root?.message ?? errors[name]?.message}
            errorAt={(index) => errors[name]?.[index]?.message}
            registerAt={(index) => register(`${name}.${index}`)}
            onChange={(names) => change(name, names)}
          />
        ))}
        <div className="flex flex-wrap items-center gap-3">
          <SubmitButton busy={isSubmitting} disabled={!isDirty}>
            Save categories and levels
          </SubmitButton>
          <button
            type="button"
            className="btn btn-lg"
            onClick={() => {
              for (const { name } of LISTS) change(name, DEFAULT_SKILLS[name]);
            }}
          >
            Fill in the defaults
          </button>
        </div>
        <SaveOutcome {...outcome} />
      </form>
    </section>
  );
};
