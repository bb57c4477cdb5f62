import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { matchPath } from 'react-router';
import { idSchema } from '#contract/common.ts';
import { classTitleQuery } from '#web/calls/classes.ts';
import { PATHS } from '#web/paths.ts';
import { useOrigin } from '#web/session/use-origin.ts';
import { useHydrated } from '#web/ui/use-hydrated.ts';

/** The page that sent the visitor to the login, and what they wanted to do there. */
interface Reason {
  verb: string;
  classId: string;
}

const readReason = ({ from }: Pick<ReturnType<typeof useOrigin>, 'from'>): Reason | undefined => {
  if (!from) return undefined;
  const shown = matchPath(PATHS.classDetail(':id'), from.pathname)?.params.id;
  if (shown) return { verb: 'see', classId: shown };
  const bought = from.pathname === '/payment' ? new URLSearchParams(from.search).get('class') : null;
  return bought ? { verb: 'enroll in', classId: bought } : undefined;
};

/**
 * Why the visitor was sent to the login, for example `to see Game feel`. Undefined if no class page sent them. The
 * class is named only if it is public.
 */
export const useReason = (): ReactNode => {
  const origin = useOrigin();
  const reason = readReason(origin);
  const id = idSchema.safeParse(reason?.classId).data ?? '';
  const { data: title } = useQuery({ ...classTitleQuery(id), enabled: id !== '' });
  // The server renders the page without knowing the visitor.
  if (!useHydrated()) return undefined;
  if (reason) {
    return (
      <>
        to {reason.verb}{' '}
        <strong dir="auto" className="text-base-content">
          {title ?? 'this class'}
        </strong>
      </>
    );
  }
  return origin.from?.pathname === PATHS.teacherRequest ? 'to apply as a teacher' : undefined;
};
