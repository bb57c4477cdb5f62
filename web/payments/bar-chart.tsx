interface BarChartProps {
  /** What the bars show, for screen readers. */
  label: string;
  bars: readonly { name: string; value: number; text: string }[];
}

/** A bar chart of values over time, with the same values as a table for screen readers. */
export const BarChart = ({ label, bars }: BarChartProps) => {
  const highest = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <figure className="grid gap-2">
      <div className="flex h-40 items-end gap-0.5 sm:gap-1" aria-hidden="true">
        {bars.map(({ name, value, text }) => (
          <div key={name} className="flex h-full flex-1 items-end" title={`${name}: ${text}`}>
            <div
              className="w-full rounded-t-sm bg-primary forced-color-adjust-none forced-colors:bg-[CanvasText]"
              style={{ height: `${(value / highest) * 100}%`, minHeight: value > 0 ? '2px' : 0 }}
            />
          </div>
        ))}
      </div>
      <figcaption className="muted flex flex-wrap justify-between gap-x-2 text-xs">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </figcaption>
      {/* A table would be as wide as its texts, and with large text wider than a phone. */}
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
    </figure>
  );
};
