import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { EditedHome } from '#contract/home-content.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { showToast } from '#web/ui/toast.ts';
import { useHomeChange } from './use-home-change.ts';

const CHOICES: { value: EditedHome['userCount']; label: string; hint: string }[] = [
  { value: 'fixed', label: 'Always 23', hint: 'For a new site.' },
  { value: 'counted', label: 'The actual number', hint: 'The number of accounts.' },
];

/** Chooses how the statistics show the number of users. The choice is saved at once. */
export const UserCountForm = ({ settings }: { settings: SiteSettings }) => {
  const id = useId();
  const store = useHomeChange();
  const change = useMutation({
    mutationFn: (userCount: EditedHome['userCount']) => store({ userCount }, settings.version),
    onSuccess: () => void showToast('Home page saved'),
  });
  // Shown until the settings have changed. The saved settings arrive shortly after the response, and the button would
  // jump back in between.
  const [picked, setPicked] = useState<{ value: EditedHome['userCount']; version: number }>();
  const current = picked?.version === settings.version ? picked.value : undefined;
  const chosen = current ?? settings.home.userCount;
  const choose = (value: EditedHome['userCount']) => {
    if (current) return;
    setPicked({ value, version: settings.version });
    change.mutate(value, { onError: () => setPicked(undefined) });
  };
  return (
    <section aria-labelledby={id} className="panel grid gap-4 p-6 sm:p-8">
      <h2 id={id}>Statistics</h2>
      <fieldset className="grid gap-3" aria-busy={change.isPending}>
        <legend className="mb-3 font-semibold">Total Users</legend>
        {CHOICES.map(({ value, label, hint }) => (
          <div key={value} className="flex items-start gap-3">
            <input
              type="radio"
              id={`${id}-${value}`}
              name="userCount"
              value={value}
              checked={chosen === value}
              onChange={() => choose(value)}
              aria-describedby={`${id}-${value}-hint`}
              className="mt-0.5"
            />
            <div>
              <label htmlFor={`${id}-${value}`} className="inline-block min-h-6 font-semibold">
                {label}
              </label>
              <p id={`${id}-${value}-hint`} className="muted text-sm">
                {hint}
              </p>
            </div>
          </div>
        ))}
      </fieldset>
      {change.error && <FormError>{change.error.message}</FormError>}
    </section>
  );
};
