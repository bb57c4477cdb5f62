import { Link } from '#web/routing/link.tsx';

interface ActionLinkProps {
  label: string;
  /** A path of the site, or another address. */
  link: string;
  /** The id of the heading that says what it is about. */
  describedBy?: string;
}

/** A link that looks like a button, to where the owner of the site wants visitors to go. */
export const ActionLink = ({ label, link, describedBy }: ActionLinkProps) => (
  <Link
    to={link}
    reloadDocument={!link.startsWith('/')}
    aria-describedby={describedBy}
    className="btn btn-primary btn-lg justify-self-start"
  >
    {label}
  </Link>
);
