import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { matchPath } from 'react-router';
import { idSchema } from '#contract/common.ts';
import { classTitleQuery } from '#web/calls/classes.ts';
import { PATHS } from '#web/paths.ts';
import { useOrigin } from '#web/session/use-origin.ts';
import { useHydrated } from '#web/ui/use-hydrated.ts';

/** What an account is asked for, by the page that asked. */
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
 * Why somebody was sent to the login: `to see Game feel`; undefined where no class asked for it. A class is only named
 * where everybody may know of it.
 */
export const useReason = (): ReactNode => {
  const origin = useOrigin();
  const reason = readReason(origin);
  const id = idSchema.safeParse(reason?.classId).data ?? '';
  const { data: title } = useQuery({ ...classTitleQuery(id), enabled: id !== '' });
  // The server renders the page for everybody alike.
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
