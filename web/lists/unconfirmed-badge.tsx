/** Marks an email address that was never confirmed, so that it may be somebody else's. */
export const UnconfirmedBadge = () => <span className="badge badge-soft badge-warning">Unconfirmed</span>;
