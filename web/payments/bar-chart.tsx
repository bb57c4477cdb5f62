import { useChosenBar } from './use-chosen-bar.ts';

interface Bar {
  name: string;
  value: number;
  text: string;
}

interface BarChartProps {
  /** What the bars show, for screen readers. */
  label: string;
  /** What one bar stands for, such as Day. */
  unit: string;
  bars: readonly Bar[];
}

/** The same values for screen readers. A visible table would be as wide as its texts, and with large text wider than a phone. */
const ValueTable = ({ label, bars }: Omit<BarChartProps, 'unit'>) => (
  <div className="sr-only">
    <table>
      <caption>{label}</caption>
      <tbody>
        {bars.map(({ name, text }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/**
 * A bar chart of values over time, below its largest value. A bar's own value is shown when it is pointed at, tapped or
 * chosen with the arrow keys.
 */
export const BarChart = ({ label, unit, bars }: BarChartProps) => {
  const { chosen, events } = useChosenBar(bars.length);
  const largest = bars.reduce<Bar | undefined>(
    (most, bar) => (most && most.value >= bar.value ? most : bar),
    undefined,
  );
  const highest = Math.max(largest?.value ?? 0, 1);
  const shown = chosen === undefined ? undefined : bars[chosen];
  return (
    <figure className="grid gap-2">
      <p className="flex min-h-5 justify-between gap-2 text-sm" aria-hidden="true">
        <span className="muted">{largest?.text}</span>
        {shown && (
          <strong className="text-end">
            {shown.name}: {shown.text}
          </strong>
        )}
      </p>
      <div
        className="flex h-40 cursor-pointer touch-pan-y items-end gap-0.5 border-y border-base-300 sm:gap-1"
        role="slider"
        tabIndex={0}
        aria-label={`${label} (${unit})`}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={(chosen ?? bars.length - 1) + 1}
        aria-valuetext={`${(shown ?? bars.at(-1))?.name}: ${(shown ?? bars.at(-1))?.text}`}
        {...events}
      >
        {bars.map(({ name, value }, index) => (
          <div
            key={name}
            className={`flex-1 rounded-t-sm bg-primary forced-color-adjust-none forced-colors:bg-[CanvasText] ${shown && index !== chosen ? 'opacity-40' : ''}`}
            style={{ height: `${(value / highest) * 100}%`, minHeight: value > 0 ? '2px' : 0 }}
          />
        ))}
      </div>
      <figcaption className="muted flex flex-wrap justify-between gap-x-2 text-xs">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </figcaption>
      <ValueTable label={label} bars={bars} />
    </figure>
  );
};
