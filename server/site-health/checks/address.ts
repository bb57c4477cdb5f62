import { VERSION } from '../../version.ts';
import { bySeverity, ok, type Outcome, problem, warning } from '../outcome.ts';
import type { SelfCheckResult, SelfReport } from '../self-report.ts';

interface Addresses {
  baseUrl: string;
  /** The URL at which the server itself listens. */
  ownUrl: string;
}

const describeOutage = ({ baseUrl, ownUrl }: Addresses, reason: string, own: SelfCheckResult): Outcome =>
  own.kind === 'this site'
    ? problem(
        `Nothing answers at ${baseUrl} (${reason}), although the server runs at ${ownUrl}`,
        'Check the name in DNS, the proxy, the firewall and the certificate; or correct the address.',
        'BASE_URL',
      )
    : problem(
        `Nothing answers at ${baseUrl} (${reason}), nor at ${ownUrl}`,
        'Start the server. If it runs, it listens on another port or address.',
        'PORT',
      );

/** The outcome of what the path to the server does to a request. */
const describeRoute = (
  { baseUrl, ownUrl }: Addresses,
  { peer, isForwarded, isTrusted, version }: SelfReport,
): Outcome => {
  if (isForwarded && !isTrusted)
    return problem(
      `Requests come through a proxy at ${peer} that is not trusted: all visitors appear to have the same address`,
      `Add ${peer} or its network.`,
      'TRUSTED_PROXIES',
    );
  const { protocol, port } = new URL(baseUrl);
  const hasProxy = protocol === 'https:' || port !== new URL(ownUrl).port;
  if (hasProxy && !isForwarded)
    return problem(
      `The proxy in front of ${baseUrl} does not forward client addresses: all visitors appear to have the same address`,
      'Configure it to send X-Forwarded-For, as in the examples in deploy/.',
    );
  if (version !== VERSION)
    return warning(
      `${baseUrl} runs version ${version}, but this is version ${VERSION}`,
      'Restart the server.',
    );
  return ok(`${baseUrl} leads to this site`);
};

/**
 * Checks whether the public address leads to this site, by the responses to several requests, each of which may have
 * reached another server.
 * @param own the response at the server's own address
 */
export const checkAddress = (
  addresses: Addresses,
  responses: SelfCheckResult[],
  own: SelfCheckResult,
): Outcome => {
  const { baseUrl } = addresses;
  const findAll = <Kind extends SelfCheckResult['kind']>(kind: Kind) =>
    responses.filter(
      (response): response is Extract<SelfCheckResult, { kind: Kind }> => response.kind === kind,
    );
  const find = <Kind extends SelfCheckResult['kind']>(kind: Kind) => findAll(kind)[0];
  if (find('another secret')) {
    // The server's own address proves the secret even if each response at the public one came from another server.
    return find('this site') || own.kind === 'this site'
      ? problem(
          `The servers behind ${baseUrl} have different secrets: sessions end from one request to the next`,
          'Give all servers the same value.',
          'SECRET',
        )
      : problem(
          `The server at ${baseUrl} has a different secret from this command`,
          'Run this command with the settings of the server.',
          'SECRET',
        );
  }
  const redirect = find('redirect');
  if (redirect)
    return problem(
      `${baseUrl} redirects to ${redirect.to}`,
      `Set it to ${redirect.to}, or remove the redirect.`,
      'BASE_URL',
    );
  const other = find('something else');
  const nothing = find('nothing');
  if (find('this site') && (other ?? nothing)) {
    const lost = responses.filter(({ kind }) => kind !== 'this site').length;
    return problem(
      `${lost} of ${responses.length} requests to ${baseUrl} did not reach this site (${nothing?.reason ?? `status ${other!.status}`})`,
      'Check every server behind the address, and that the proxy forwards every path to them.',
    );
  }
  if (other)
    return problem(
      `Something else answers at ${baseUrl} (status ${other.status})`,
      'Correct the address, or configure the proxy to forward every path to the server.',
      'BASE_URL',
    );
  if (nothing) return describeOutage(addresses, nothing.reason, own);
  const routes = findAll('this site').map(({ report }) => describeRoute(addresses, report));
  return routes.toSorted(bySeverity)[0]!;
};
