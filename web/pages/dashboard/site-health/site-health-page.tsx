import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import type { HealthFinding } from '#contract/site-health.ts';
import { siteHealthQuery } from '#web/calls/site-health.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { summarizeFindings } from '#web/site-health/summarize-findings.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Finding } from './finding.tsx';

const WORST_FIRST: HealthFinding['status'][] = ['problem', 'warning', 'ok'];

const Findings = ({ findings }: { findings: HealthFinding[] }) => (
  <ul aria-label="Findings" className="panel divide-y divide-base-300 px-6">
    {WORST_FIRST.flatMap((status) => findings.filter((finding) => finding.status === status)).map(
      (finding) => (
        <Finding key={finding.check} finding={finding} />
      ),
    )}
  </ul>
);

export const Component = () => {
  const { data, isFetching, isPending, isError, refetch } = useQuery(siteHealthQuery);
  const isChecking = isFetching || isPending;
  return (
    <div className="grid gap-6">
      <PageMeta title="Site Health" />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1>Site Health</h1>
          <p role="status" className="muted mt-1 text-sm">
            {isChecking && 'Checking…'}
            {!isChecking &&
              !isError &&
              `${summarizeFindings(data.findings)}. Checked ${formatMoment(data.checkedAt)}.`}
          </p>
        </div>
        <button
          type="button"
          className="btn btn-outline"
          disabled={isChecking}
          aria-busy={isChecking}
          onClick={() => void refetch()}
        >
          <RefreshCw className="size-4" aria-hidden="true" />
          Check again
        </button>
      </div>
      {isError && !data && <LoadError title="The site could not be checked" onRetry={() => void refetch()} />}
      {!isError && !data && <ListSkeleton />}
      {isError && data && !isChecking && (
        <FormError>{`The site could not be checked. These are the findings of ${formatMoment(data.checkedAt)}.`}</FormError>
      )}
      {data && <Findings findings={data.findings} />}
    </div>
  );
};
