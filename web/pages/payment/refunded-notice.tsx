import { Undo2 } from 'lucide-react';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Explains why a payment was refunded. */
export const RefundedNotice = ({ message }: { message: string }) => (
  <Notice icon={<Undo2 />} title={message} role="alert">
    <Link to={PATHS.profile} className="btn btn-primary">
      See your payments
    </Link>
  </Notice>
);
