import type { Enrollment } from '#contract/enrollments.ts';
import { CertificateLine } from '#web/certificates/certificate-line.tsx';
import { canGetCertificate } from '#web/certificates/left-for-certificate.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { HomePanel } from './home-panel.tsx';

/** The maximum number of certificates. The list of enrollments has all of them. */
const SHOWN = 3;

const isClaimed = ({ certificate }: Enrollment): boolean => Boolean(certificate?.code);

/** Classes with a certificate. Those come first whose certificate is yet to be claimed. */
const certifiedOf = (enrollments: Enrollment[]): Enrollment[] =>
  enrollments
    .filter((one) => isClaimed(one) || canGetCertificate(one))
    .sort((one, other) => Number(isClaimed(one)) - Number(isClaimed(other)));

/** The student's certificates, and those that they can get. Nothing if there are none. */
export const OwnCertificates = ({ enrollments }: { enrollments: Enrollment[] }) => {
  const certified = certifiedOf(enrollments);
  if (certified.length === 0) return null;
  return (
    <HomePanel title="Certificates">
      <ul className="grid gap-3">
        {certified.slice(0, SHOWN).map((enrollment) => (
          <li key={enrollment._id} className="grid gap-1">
            <h3 dir="auto" className="min-w-0 font-bold wrap-anywhere">
              {enrollment.myClass.title}
            </h3>
            <CertificateLine enrollment={enrollment} />
          </li>
        ))}
      </ul>
      {certified.length > SHOWN && (
        <Link to={PATHS.myEnrollments} className="link inline-block min-h-6 justify-self-start text-sm">
          All {certified.length} certificates
        </Link>
      )}
    </HomePanel>
  );
};
