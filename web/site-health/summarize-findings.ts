import type { HealthFinding } from '#contract/site-health.ts';

/** The result of all checks in a few words. */
export const summarizeFindings = (findings: HealthFinding[]): string => {
  const count = (status: HealthFinding['status']) =>
    findings.filter((finding) => finding.status === status).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  if (problems > 0) return problems === 1 ? 'One problem to fix' : `${problems} problems to fix`;
  if (warnings > 0) return warnings === 1 ? 'One warning' : `${warnings} warnings`;
  return 'The site is healthy';
};
