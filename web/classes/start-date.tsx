import { CalendarDays } from 'lucide-react';
import type { Class } from '#contract/classes.ts';
import { formatDate } from '#web/ui/format-date.ts';

/** The day on which a class starts, if it has one. */
export const StartDate = ({ of: { startsOn } }: { of: Pick<Class, 'startsOn'> }) =>
  startsOn && (
    <p className="flex items-center gap-2 text-sm font-medium">
      <CalendarDays className="size-4 shrink-0" aria-hidden="true" />
      Start date: {formatDate(startsOn)}
    </p>
  );
