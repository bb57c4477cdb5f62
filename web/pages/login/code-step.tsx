import { AccountPanel } from '#web/account/account-panel.tsx';
import { CodeForm } from '#web/account/code-form.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { showToast } from '#web/ui/toast.ts';

/** The second step of a login with two-factor authentication. */
export const CodeStep = ({ onBack }: { onBack: () => void }) => (
  <AccountPanel title="One more step" lead="Enter the current code from your authenticator app.">
    <PageMeta title="Login" />
    <CodeForm onDone={() => showToast('Login Successful')} />
    <button
      type="button"
      className="link min-h-6 justify-self-start text-sm font-semibold text-primary"
      onClick={onBack}
    >
      Back
    </button>
  </AccountPanel>
);
