import { useMutation } from '@tanstack/react-query';
import type { CardProviderTest as Outcome } from '#contract/site-health.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { StatusIcon, STATUS_LABELS, Todo } from './status-icon.tsx';

/** Tests the card provider and shows the result and the provider's response. */
export const CardProviderTest = ({ test }: { test: () => Promise<Outcome> }) => {
  const { data, error, mutate, isPending } = useMutation({ mutationFn: test });
  return (
    <div className="grid gap-2">
      <button
        type="button"
        className="btn btn-outline btn-sm justify-self-start"
        disabled={isPending}
        aria-busy={isPending}
        onClick={() => mutate()}
      >
        Test the card provider
      </button>
      <div role="status" className="grid gap-3 empty:hidden">
        {!isPending &&
          data?.findings.map(({ check, status, found, setting, todo }) => (
            <div key={check} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
              <StatusIcon status={status} />
              <div>
                <p className="text-sm wrap-anywhere">
                  <span className="sr-only">{STATUS_LABELS[status]}: </span>
                  {found}
                </p>
                <Todo setting={setting} todo={todo} />
              </div>
            </div>
          ))}
      </div>
      {!isPending && data && data.answers.length > 0 && (
        <dl aria-label="Response from the card provider" className="grid gap-1 rounded-field bg-base-200 p-3">
          {data.answers.map(({ request, answer }) => (
            <div key={request} className="font-mono text-xs wrap-anywhere">
              <dt className="font-semibold">{request}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
      {error && <FormError>{error.message}</FormError>}
    </div>
  );
};
