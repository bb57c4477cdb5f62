import { useMutation } from '@tanstack/react-query';
import { FormError } from '#web/ui/form-error.tsx';

interface TestEmailProps {
  /** Sends the email. `failure` is the mail server's response, or null if it accepted the email. */
  send: () => Promise<{ to: string; failure: string | null }>;
}

/** Sends a test email and shows the mail server's response. */
export const TestEmail = ({ send }: TestEmailProps) => {
  const { data, error, mutate, isPending } = useMutation({ mutationFn: send });
  const failure = error?.message ?? (data?.failure && `It was not sent: ${data.failure}`);
  return (
    <div className="grid gap-2">
      <button
        type="button"
        className="btn btn-outline btn-sm justify-self-start"
        disabled={isPending}
        aria-busy={isPending}
        onClick={() => mutate()}
      >
        Send a test email
      </button>
      <p role="status" className="text-sm wrap-anywhere empty:hidden">
        {data && !failure && `Sent to ${data.to}. Check that it arrives, and not in the spam folder.`}
      </p>
      {failure && <FormError>{failure}</FormError>}
    </div>
  );
};
