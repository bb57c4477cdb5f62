import type { TestApp } from './test-app.ts';

/** The address that opens the popup of a third-party sign-in. */
export const popupUrl = (app: TestApp, provider: string): string =>
  `${app.url}/api/auth/oauth-popup/start?provider=${provider}&popupOrigin=${encodeURIComponent(app.url)}&popupNonce=n`;

/** Follows the sandbox's popup as a browser does. @returns its last page and the cookies that it received */
export const signInThroughSandbox = async (
  app: TestApp,
  choice: Record<string, string>,
  /** A cookie that the browser already has. */
  cookie?: string,
) => {
  const jar = new Map<string, string>(cookie ? [cookie.split(/=(.*)/s) as [string, string]] : []);
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const visit = async (url: string, init: RequestInit = {}): Promise<{ response: Response; url: string }> => {
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { cookie: cookies() } });
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0]!.split(/=(.*)/s) as [string, string];
      jar.set(name, value);
    }
    const location = response.status < 400 && response.status >= 300 && response.headers.get('location');
    return location ? visit(new URL(location, url).href) : { response, url };
  };
  const chooser = await visit(popupUrl(app, 'sandbox'));
  if (!(await chooser.response.text()).includes('Choose an account')) throw new Error('No account to choose');
  const done = await visit(chooser.url, { method: 'POST', body: new URLSearchParams(choice) });
  return { page: await done.response.text(), cookie: cookies() };
};
