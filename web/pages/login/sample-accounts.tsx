import { useQuery } from '@tanstack/react-query';
import { configQuery } from '#web/calls/config.ts';
import { useHydrated } from '#web/ui/use-hydrated.ts';

interface SampleAccountsProps {
  onPick: (account: { email: string; password: string }) => void;
}

/** Buttons that fill in a sample account's credentials. The server provides accounts only in a demo. */
export const SampleAccounts = ({ onPick }: SampleAccountsProps) => {
  const { data: config } = useQuery(configQuery);
  const isHydrated = useHydrated();
  if (!config?.sampleAccounts) return null;
  return (
    <div
      role="group"
      aria-label="Fill in a demo account"
      className="panel flex flex-wrap items-center gap-2 p-3"
    >
      <p className="muted w-full text-sm sm:me-auto sm:w-auto">Try a demo account</p>
      {config.sampleAccounts.map(({ label, email, password }) => (
        <button
          key={email}
          type="button"
          className="btn btn-soft btn-sm"
          disabled={!isHydrated}
          onClick={() => onPick({ email, password })}
        >
          {label}
        </button>
      ))}
    </div>
  );
};
