import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Award } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Enrollment } from '#contract/enrollments.ts';
import { certificatePdf } from '#contract/pages.ts';
import { claimCertificate } from '#web/calls/certificates.ts';
import { enrollmentKeys } from '#web/calls/enrollments.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { showToast } from '#web/ui/toast.ts';
import { isNothingLeft, leftForCertificate } from './left-for-certificate.ts';

const Line = ({ children }: { children: ReactNode }) => (
  <p className="flex items-start gap-2 text-sm">
    <Award className="size-5 shrink-0 text-primary" aria-hidden="true" />
    <span className="min-w-0">{children}</span>
  </p>
);

/** Claims a certificate whose conditions were met while none could be issued, for example between two enrollments. */
const Claim = ({ classId, title }: { classId: string; title: string }) => {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => claimCertificate(classId),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: enrollmentKeys.all }),
    onError: (error) => void showToast(error.message, 'failure'),
  });
  return (
    <button
      type="button"
      className="link min-h-6 font-semibold"
      disabled={isPending}
      onClick={() => mutate()}
      aria-label={`Get your certificate: ${title}`}
    >
      Get your certificate
    </button>
  );
};

interface CertificateLineProps {
  enrollment: Enrollment;
  /** Whether the line is on the screen of the assignment, to which it leads elsewhere. */
  isBesideWork?: boolean;
  /** The number of completed lessons, if some of them are not saved on the server yet. */
  done?: number;
}

/** The certificate of a class, or what the student still needs for it. */
export const CertificateLine = ({ enrollment, isBesideWork = false, done }: CertificateLineProps) => {
  const { certificate, learning, myClass } = enrollment;
  if (!certificate) return null;
  if (certificate.code !== null) {
    return (
      <Line>
        <Link
          to={PATHS.certificate(certificate.code)}
          className="link inline-block min-h-6 font-semibold"
          aria-label={`View certificate: ${myClass.title}`}
        >
          View certificate
        </Link>
        {' · '}
        <a
          href={certificatePdf(certificate.code)}
          download
          className="link inline-block min-h-6"
          aria-label={`Download PDF of the certificate: ${myClass.title}`}
        >
          Download PDF
        </a>
      </Line>
    );
  }
  if (certificate.assignment === 'not graded' && !learning)
    return <Line>The teacher of this class has left, so a certificate can no longer be earned</Line>;
  const left = leftForCertificate(enrollment, done);
  const { lessons, work } = left;
  const isEarned = isNothingLeft(left);
  // The server issues the certificate as soon as the last lesson is saved.
  if (isEarned && learning && learning.done < learning.lessons) return null;
  return (
    <Line>
      {isEarned ? (
        <Claim classId={myClass._id} title={myClass.title} />
      ) : (
        <>
          Still needed for the certificate: {lessons}
          {lessons && work && ' and '}
          {work && !isBesideWork ? (
            <Link to={PATHS.assignments(myClass._id)} className="link font-semibold">
              {work}
            </Link>
          ) : (
            work
          )}
        </>
      )}
    </Line>
  );
};
