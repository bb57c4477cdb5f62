import { Link } from '#web/routing/link.tsx';

interface ActionLinkProps {
  label: string;
  /** A path of the site or an external address. */
  link: string;
  /** The id of the heading that describes the link. */
  describedBy?: string;
}

/** A link styled as a button, whose target the owner of the site chooses. */
export const ActionLink = ({ label, link, describedBy }: ActionLinkProps) => (
  <Link
    to={link}
    reloadDocument={!link.startsWith('/')}
    aria-describedby={describedBy}
    className="btn btn-primary btn-lg justify-self-start wrap-anywhere"
  >
    {label}
  </Link>
);
