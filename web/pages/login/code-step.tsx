import { AccountPanel } from '#web/account/account-panel.tsx';
import { CodeForm } from '#web/account/code-form.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { useSession } from '#web/session/session-context.ts';
import { useUntilSignedIn } from '#web/session/use-until-signed-in.ts';

/** The second step of a login with two-factor authentication. */
export const CodeStep = ({ onBack }: { onBack: () => void }) => {
  const { user } = useSession();
  const untilSignedIn = useUntilSignedIn();
  return (
    <AccountPanel title="One more step" lead="Enter the current code from your authenticator app.">
      <PageMeta title="Login" />
      <CodeForm onDone={untilSignedIn} busy={user !== null} />
      <button
        type="button"
        className="link min-h-6 justify-self-start text-sm font-semibold text-primary"
        onClick={onBack}
      >
        Back
      </button>
    </AccountPanel>
  );
};
