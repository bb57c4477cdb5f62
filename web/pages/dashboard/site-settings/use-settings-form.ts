import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { SiteSettings } from '#contract/site-settings.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';
import { CURRENT, showStored } from '#web/calls/client/query-client.ts';
import { siteSettingsQuery, updateSiteSettings } from '#web/calls/site-settings.ts';
import { isSame } from '#web/forms/is-same.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { UNSAVED } from '#web/forms/use-leave-warning.ts';
import { useUnconfirmed } from '#web/forms/use-unconfirmed.ts';
import { showToast } from '#web/ui/toast.ts';

type Part = 'brand' | 'seller' | 'contact' | 'skills';

interface SettingsFormOptions<Name extends Part, Values extends FieldValues> {
  part: Name;
  settings: SiteSettings;
  schema: z.ZodType<Values, Values>;
  /** Checks what the schema cannot. @throws ApiError that names the fields */
  verify?: (values: Values) => Promise<void>;
  /** The toast that is shown after saving. */
  saved: string;
  onSaved?: (stored: SiteSettings) => void;
}

/** How often a save is repeated because another part of the settings was changed elsewhere. */
const REPEATS = 3;

let lastSave: Promise<unknown> = Promise.resolve();

/** Runs one save at a time. Each is based on the version that the one before has stored, whichever form it came from. */
const inTurn = <Stored>(save: () => Promise<Stored>): Promise<Stored> => {
  const saving = lastSave.then(save, save);
  lastSave = saving;
  return saving;
};

/** A form for one part of the settings. It does not overwrite what another admin has changed since it was opened. */
export const useSettingsForm = <Name extends Part, Values extends SiteSettings[Name] & FieldValues>({
  part,
  settings,
  schema,
  verify,
  saved,
  onSaved,
}: SettingsFormOptions<Name, Values>) => {
  const queryClient = useQueryClient();
  const [isOutdated, setOutdated] = useState(false);
  /** Whether something may be stored besides what the form was filled from. Then both can be saved again. */
  const [isUncertain, setUncertain] = useState(false);
  /** The settings that the form was filled from. They are reloaded while it is open, and other parts may be saved. */
  const [filledFrom, setFilledFrom] = useState(settings);
  const unconfirmed = useUnconfirmed<Values>();
  const noteStored = (stored: SiteSettings): Values => {
    setFilledFrom(stored);
    unconfirmed.forget();
    setOutdated(false);
    setUncertain(false);
    return stored[part] as Values;
  };
  const isKnown = (stored: SiteSettings): boolean =>
    isSame(filledFrom[part], stored[part]) || unconfirmed.includes(stored[part] as Values);
  /** One version counts the changes of all parts, so a conflict may be about a part that is not in this form. */
  const save = async (values: Values, latest: SiteSettings, repeats = REPEATS): Promise<SiteSettings> => {
    try {
      return await updateSiteSettings({ [part]: values }, (isKnown(latest) ? latest : filledFrom).version);
    } catch (error) {
      unconfirmed.note(values, error);
      const current = storedInConflict(error) as SiteSettings | undefined;
      if (!current || repeats === 0 || !isKnown(current)) throw error;
      return save(values, current, repeats - 1);
    }
  };
  const form = useCallForm<Values>({
    schema,
    defaultValues: settings[part] as DefaultValues<Values>,
    warnOnLeave: UNSAVED,
    onSend: async (values) => {
      try {
        await verify?.(values);
        const stored = await inTurn(() =>
          save(values, queryClient.getQueryData(siteSettingsQuery.queryKey) ?? settings),
        );
        showStored(queryClient, siteSettingsQuery.queryKey, stored);
        onSaved?.(stored);
        void showToast(saved);
        return noteStored(stored);
      } catch (error) {
        setOutdated(error instanceof ApiError && error.code === 'edit_conflict');
        setUncertain((before) => before || (error instanceof ApiError && error.isTemporary));
        throw error;
      }
    },
  });
  const discard = async () =>
    form.reset(noteStored(await queryClient.query({ ...siteSettingsQuery, ...CURRENT })));
  return {
    ...form,
    isDirty: form.isDirty || isUncertain,
    outcome: { failure: form.failure, isOutdated, onDiscard: discard },
  };
};
