import { DEFAULT_BRAND, siteName } from '#contract/brand.ts';
import { accessTokenOf, expect, loginAs, test } from './fixtures.ts';

/** What each public page shows without JavaScript, and its title. */
const PUBLIC_PAGES: Record<string, { title: string; text: string }> = {
  '/': {
    title: 'Online classes taught by people who do it for a living',
    text: 'Modern HTML and CSS from the ground up',
  },
  '/allClasses': { title: 'All Classes', text: '1 to 24 of' },
  '/allClasses?category=Game+Development&sort=-price': {
    title: 'Game Development classes',
    text: 'Game feel',
  },
  '/about': { title: 'About us', text: 'How long do I keep a class?' },
  '/blogs': { title: 'Blogs', text: 'Turn in the ugly version' },
  '/branding': { title: 'Branding', text: 'What you get' },
  '/marketing': { title: 'Marketing', text: 'What we don’t do' },
  '/contacts': { title: 'Contact', text: 'Send message' },
};

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the public pages have text, links, and metadata for search engines and previews', async ({
    context,
    baseURL,
  }) => {
    const plain = await context.newPage();
    for (const [address, { title, text }] of Object.entries(PUBLIC_PAGES)) {
      await plain.goto(address);
      await expect(plain.getByText('Loading...')).toBeHidden();
      await expect(plain.getByRole('main'), address).toContainText(text);
      await expect(plain).toHaveTitle(`${title} · ${siteName(DEFAULT_BRAND)}`);
      const read = (selector: string, attribute: string) => plain.locator(selector).getAttribute(attribute);
      expect((await read('meta[name=description]', 'content'))!.length).toBeGreaterThan(50);
      expect(await read('link[rel=canonical]', 'href')).toBe(
        `${baseURL}${address.replace('&sort=-price', '')}`,
      );
      expect(await read('meta[property="og:title"]', 'content')).toBe(title);
      expect(await read('meta[property="og:image"]', 'content')).toBe(`${baseURL}/share.png`);
      expect(await read('meta[name="twitter:card"]', 'content')).toBe('summary_large_image');
      await expect(plain.locator('title')).toHaveCount(1);
    }
    await plain.goto('/');
    await plain.getByRole('link', { name: /^Enroll Now: Modern HTML/ }).click();
    await expect(plain).toHaveURL(/\/login\?from=%2FclassDetail%2F[\da-f-]+$/);
    await plain.goto('/');
    await plain.getByRole('link', { name: 'About us' }).click();
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText('About us');
  });
});

test('nothing that the server rendered is fetched again', async ({ page }) => {
  for (const address of Object.keys(PUBLIC_PAGES)) {
    const asked: string[] = [];
    page.removeAllListeners('request');
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname);
    });
    await page.goto(address);
    await expect(page.getByText('Loading...')).toHaveCount(0);
    await expect.poll(() => asked, { message: address }).not.toEqual([]);
    await page.waitForLoadState('networkidle');
    expect(asked, address).toEqual(['/api/auth/get-session']);
  }
});

test('the public pages need one part of the font', async ({ page }) => {
  for (const address of Object.keys(PUBLIC_PAGES)) {
    const fonts: string[] = [];
    page.removeAllListeners('request');
    page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    expect(fonts, address).toEqual([expect.stringContaining('-western-')]);
  }
});

test('title and canonical address change with the page', async ({ page, baseURL }) => {
  await page.goto('/about');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All Classes' }).click();
  await expect(page).toHaveTitle(`All Classes · ${siteName(DEFAULT_BRAND)}`);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/allClasses`);
  await expect(page.locator('title')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Category' }).selectOption('SEO Development');
  await expect(page).toHaveTitle(`SEO Development classes · ${siteName(DEFAULT_BRAND)}`);
});

test.describe('a class that is not published', () => {
  test.use({ expectedErrors: /404 \(/ });

  test('redirects anonymous visitors, and is shown to an admin', async ({ page, site }) => {
    await loginAs(page, 'Admin');
    const response = await page.request.get('/api/classes?status=Pending', {
      headers: { authorization: `Bearer ${await accessTokenOf(page)}` },
    });
    const [pending] = (await response.json()) as { _id: string; title: string }[];
    const { status } = await fetch(`${site.url}/classDetail/${pending!._id}`, { redirect: 'manual' });
    expect(status).toBe(302);
    await page.goto(`/classDetail/${pending!._id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pending!.title);
  });
});
