import { useQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { configQuery } from '#web/calls/config.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useSignedInUser } from './session-context.ts';

interface SecondFactorFirstProps {
  heading?: 'h1';
  children: ReactNode;
}

/**
 * Content that admins see only with a second factor. Until they have set it up and entered a code in this session, it
 * asks them to do so.
 */
export const SecondFactorFirst = ({ heading, children }: SecondFactorFirstProps) => {
  const { hasSecondFactor, isCodeVerified } = useSignedInUser();
  const { data: config } = useQuery(configQuery);
  const needsCode = hasSecondFactor ? !isCodeVerified : config?.adminsNeedSecondFactor;
  if (!needsCode) return children;
  return (
    <Notice
      icon={<ShieldAlert />}
      title={hasSecondFactor ? 'Enter your code first' : 'Set up two-factor authentication first'}
      heading={heading}
      role="alert"
    >
      <p className="muted">Admin accounts need two-factor authentication.</p>
      <Link to={PATHS.account} className="btn btn-primary">
        {hasSecondFactor ? 'Enter a code' : 'Set it up'}
      </Link>
    </Notice>
  );
};
