import { type Period, PERIODS } from './period.ts';

interface PeriodSelectProps {
  period: Period;
  onChange: (period: Period) => void;
}

/** Chooses the period for which revenue is shown. */
export const PeriodSelect = ({ period, onChange }: PeriodSelectProps) => (
  <select
    className="select w-auto"
    aria-label="Period"
    value={period}
    onChange={({ target }) => onChange(target.value as Period)}
  >
    {Object.entries(PERIODS).map(([value, length]) => (
      <option key={value} value={value}>
        Last {length}
      </option>
    ))}
  </select>
);
