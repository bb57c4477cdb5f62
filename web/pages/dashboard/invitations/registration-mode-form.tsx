import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { RegistrationMode } from '#contract/registration-modes.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import { showStored } from '#web/calls/client/query-client.ts';
import { registrationQuery, updateRegistration } from '#web/calls/registration.ts';
import { siteSettingsQuery } from '#web/calls/site-settings.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { showToast } from '#web/ui/toast.ts';

const CHOICES: { mode: RegistrationMode; label: string; hint: string }[] = [
  { mode: 'open', label: 'Everyone', hint: 'Anyone can create an account.' },
  { mode: 'invitation', label: 'By invitation', hint: 'Only people with an invitation.' },
  {
    mode: 'closed',
    label: 'No one',
    hint: 'Invitations don’t work either. Existing accounts are not affected.',
  },
];

/** Chooses who can register. */
export const RegistrationModeForm = ({ settings }: { settings: SiteSettings }) => {
  const queryClient = useQueryClient();
  const id = useId();
  const [chosen, setChosen] = useState<RegistrationMode>();
  const mode = chosen ?? settings.registration;
  const save = useMutation({
    mutationFn: () => updateRegistration(mode, settings.version),
    onSuccess: (stored) => {
      showStored(queryClient, siteSettingsQuery.queryKey, stored);
      showStored(queryClient, registrationQuery.queryKey, stored.registration);
      setChosen(undefined);
      void showToast('Registration saved');
    },
    // Shows another admin's change and keeps the choice.
    onError: () => void queryClient.invalidateQueries({ queryKey: siteSettingsQuery.queryKey }),
  });
  return (
    <form
      method="post"
      className="panel grid gap-4 p-6 sm:p-8"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <fieldset className="grid gap-3">
        <legend className="mb-3 text-lg font-bold">Who can register</legend>
        {CHOICES.map((choice) => (
          <div key={choice.mode} className="flex items-start gap-3">
            <input
              type="radio"
              id={`${id}-${choice.mode}`}
              name="mode"
              value={choice.mode}
              checked={mode === choice.mode}
              onChange={() => setChosen(choice.mode)}
              aria-describedby={`${id}-${choice.mode}-hint`}
              className="mt-0.5"
            />
            <div>
              <label htmlFor={`${id}-${choice.mode}`} className="inline-block min-h-6 font-semibold">
                {choice.label}
              </label>
              <p id={`${id}-${choice.mode}-hint`} className="muted text-sm">
                {choice.hint}
              </p>
            </div>
          </div>
        ))}
      </fieldset>
      <SubmitButton
        busy={save.isPending}
        disabled={mode === settings.registration}
        className="justify-self-start"
      >
        Save
      </SubmitButton>
      {save.error && <FormError>{save.error.message}</FormError>}
    </form>
  );
};
