import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, CircleX, Download, Printer, SearchX } from 'lucide-react';
import type { Params } from 'react-router';
import { siteName } from '#contract/brand.ts';
import { type CertificateText, describeCertificate } from '#contract/certificate-text.ts';
import { type Certificate, isCode, normalizeCode } from '#contract/certificates.ts';
import { certificatePdf, certificatePicture } from '#contract/pages.ts';
import { certificateQuery } from '#web/calls/certificates.ts';
import { isMissing } from '#web/calls/client/api-error.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { useSite } from '#web/meta/site-context.ts';
import { PATHS } from '#web/paths.ts';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { Link } from '#web/routing/link.tsx';
import { useParams } from '#web/routing/screens.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PendingPage } from '#web/ui/page-spinner.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import './certificate.css';

const codeOf = ({ code = '' }: Params): string => normalizeCode(code);

export const handle: PageHandle = {
  address: ({ params }) => (isCode(codeOf(params)) ? PATHS.certificate(codeOf(params)) : undefined),
  prefetch: ({ params, load }) => load(certificateQuery(codeOf(params))),
};

const Validity = ({ text, isWithdrawn }: { text: CertificateText; isWithdrawn: boolean }) => {
  const { brand } = useSite();
  return (
    <div
      role={isWithdrawn ? 'alert' : undefined}
      className="certificate-validity"
      data-withdrawn={isWithdrawn || undefined}
    >
      {isWithdrawn ? <CircleX aria-hidden="true" /> : <BadgeCheck aria-hidden="true" />}
      <div className="grid min-w-0 gap-1">
        <p className="font-bold">{isWithdrawn ? 'Withdrawn' : 'Valid certificate'}</p>
        <p className="text-sm">
          {text.validity ??
            `${siteName(brand)} issued this certificate. This page verifies that it is valid, and would say so if it had been withdrawn.`}
        </p>
      </div>
    </div>
  );
};

const Sheet = ({ certificate }: { certificate: Certificate }) => {
  const text = describeCertificate(certificate, useSite().brand.company);
  const isWithdrawn = certificate.withdrawnAt !== undefined;
  const origin = useHydrated() ? window.location.origin : '';
  return (
    <div className="page grid max-w-4xl gap-6 print:py-0">
      <PageMeta
        title={`${text.heading}: ${text.name}`}
        description={`${text.title}. ${text.issued}.`}
        image={certificatePicture(certificate.code)}
        hidden
      />
      <Validity text={text} isWithdrawn={isWithdrawn} />
      <article className="certificate" data-withdrawn={isWithdrawn || undefined}>
        <h1>{text.heading}</h1>
        <p className="muted">{text.lead}</p>
        <div dir="auto" className="certificate-name">
          {text.name}
        </div>
        <p className="muted">{text.statement}</p>
        <div dir="auto" className="certificate-title">
          {text.title}
        </div>
        <hr />
        {text.teacher && <p>{text.teacher}</p>}
        <p>{text.completion}</p>
        <p>{text.issued}</p>
        <p className="certificate-code muted text-sm">{text.code}</p>
      </article>
      {!isWithdrawn && (
        <div className="flex flex-wrap justify-center gap-3 print:hidden">
          <a href={certificatePdf(certificate.code)} download className="btn btn-primary">
            <Download className="size-4" aria-hidden="true" />
            Download PDF
          </a>
          <button type="button" className="btn btn-outline" onClick={() => window.print()}>
            <Printer className="size-4" aria-hidden="true" />
            Print
          </button>
          <CopyButton
            what="link"
            text={origin + PATHS.certificate(certificate.code)}
            className="btn-outline"
          />
        </div>
      )}
    </div>
  );
};

export const Component = () => {
  const code = codeOf(useParams());
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...certificateQuery(code),
    retryOnMount: false,
  });
  if (data) return <Sheet certificate={data} />;
  return (
    <div className="page">
      {isPending || (isFetching && isMissing(error)) ? (
        <PendingPage heading="Certificate" />
      ) : isMissing(error) ? (
        <Notice icon={<SearchX />} title="There is no certificate with this code" heading="h1" role="alert">
          <p className="muted">Check that the address is complete.</p>
          <Link to={PATHS.home} className="btn btn-primary">
            Go to the home page
          </Link>
        </Notice>
      ) : (
        <LoadError heading="h1" title="The certificate could not be loaded" onRetry={() => void refetch()} />
      )}
    </div>
  );
};
