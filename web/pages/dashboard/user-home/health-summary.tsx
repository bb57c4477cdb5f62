import { useQuery } from '@tanstack/react-query';
import { HEALTH_STATUSES, type HealthFinding } from '#contract/site-health.ts';
import { siteHealthQuery } from '#web/calls/site-health.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { StatusIcon } from '#web/site-health/status-icon.tsx';
import { summarizeFindings } from '#web/site-health/summarize-findings.ts';
import { HomePanel } from './home-panel.tsx';

/** Milliseconds. The checks take long and ask the card provider. */
const STALE_TIME = 10 * 60_000;

const Findings = ({ findings }: { findings: HealthFinding[] }) => {
  const worst = HEALTH_STATUSES.findLast((status) => findings.some((finding) => finding.status === status));
  const unhealthy = findings.filter(({ status }) => status !== 'ok');
  return (
    <div className="flex gap-3">
      <StatusIcon status={worst ?? 'ok'} />
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">{summarizeFindings(findings)}</p>
        {unhealthy.length > 0 && (
          <p className="muted text-sm">{unhealthy.map(({ check }) => check).join(', ')}</p>
        )}
      </div>
    </div>
  );
};

/** The result of the checks of the site, which run once the screen is open. */
export const HealthSummary = () => {
  const { data, isError, isFetching, refetch } = useQuery({ ...siteHealthQuery, staleTime: STALE_TIME });
  return (
    <HomePanel title="Site health">
      {data && <Findings findings={data.findings} />}
      {!data && isError && !isFetching && (
        <p role="alert">
          The site could not be checked.{' '}
          <button type="button" className="link font-semibold" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
      {!data && (!isError || isFetching) && (
        <p role="status" className="muted">
          Checking…
        </p>
      )}
      <Link to={PATHS.siteHealth} className="link inline-block min-h-6 justify-self-start text-sm">
        Site Health
      </Link>
    </HomePanel>
  );
};
