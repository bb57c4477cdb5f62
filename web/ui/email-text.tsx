/** An email address that preferably breaks before its @, and elsewhere only if that is not enough. */
export const EmailText = ({ email }: { email: string }) => {
  const at = email.indexOf('@');
  return (
    <span className="wrap-anywhere">
      {email.slice(0, Math.max(at, 0))}
      <wbr />
      {email.slice(Math.max(at, 0))}
    </span>
  );
};
