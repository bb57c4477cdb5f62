import { describe, expect, it } from 'vitest';
import { findPage } from './find-page.ts';
import { STATIC_PAGE } from './page-handle.ts';

const ROUTES = [
  {
    id: 'site',
    path: '/',
    children: [
      { id: 'home', index: true, handle: STATIC_PAGE },
      { id: 'about', path: 'about', handle: STATIC_PAGE },
      {
        id: 'class',
        path: 'classDetail/:id',
        handle: {
          ...STATIC_PAGE,
          address: ({ params }: { params: { id?: string } }) =>
            /^\d+$/.test(params.id ?? '') ? `/classDetail/${params.id}` : undefined,
        },
      },
      { id: 'login', path: 'login' },
      { id: 'missing', path: '*' },
    ],
  },
];
const find = (target: string) => findPage(ROUTES, target);

describe('the page of a URL', () => {
  it.each([
    '/about',
    '/about/',
    '/about?utm_source=a',
    '/about#top',
    'http://site.test/about',
    'HTTPS://site.test/about?x',
  ])('is the same for %s', (target) => {
    expect(find(target)).toMatchObject({
      key: '/about',
      address: '/about',
      isUnknown: false,
      routeIds: ['site', 'about'],
    });
  });

  it('keeps the parameters that its handle names', () => {
    expect(find('/classDetail/12?x=1')).toMatchObject({
      key: '/classDetail/12',
      params: { id: '12' },
      isUnknown: false,
    });
  });

  it('has no key if no such page can exist', () => {
    expect(find('/classDetail/x')).toMatchObject({ key: undefined, isUnknown: false });
  });

  it('is rendered in the browser if its route has no handle', () => {
    expect(find('/login?from=/x')).toMatchObject({ handle: undefined, address: '/login', isUnknown: false });
  });

  it.each(['/nowhere', '//about', '/\\about', 'about', '/a//b', '*', ''])('is unknown for %j', (target) => {
    expect(find(target)).toMatchObject({ key: undefined, isUnknown: true });
  });

  it('has one not-found page with navbar and one without', () => {
    expect(find('/nowhere').missingKey).toBe(find('/else/where').missingKey);
    expect(find('/login/nowhere').missingKey).not.toBe(find('/nowhere').missingKey);
  });
});
