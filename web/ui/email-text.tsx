/** An email address that breaks before its @ where it has to, and elsewhere only if that is not enough. */
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
