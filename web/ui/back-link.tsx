import { ArrowLeft } from 'lucide-react';
import { Link } from '#web/routing/link.tsx';

interface BackLinkProps {
  to: string;
  /** The name of the screen above this one. */
  children: string;
}

/** Leads from a screen to the one above it. */
export const BackLink = ({ to, children }: BackLinkProps) => (
  <Link to={to} className="btn btn-ghost btn-sm -ms-3 justify-self-start">
    <ArrowLeft className="size-4" aria-hidden="true" />
    {children}
  </Link>
);
