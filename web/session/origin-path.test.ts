import { describe, expect, it } from 'vitest';
import { readOriginPath } from './origin-path.ts';

describe('the way back from the login', () => {
  it.each([
    ['/classDetail/1', '/classDetail/1', ''],
    ['/payment?class=1&x=a%20b', '/payment', '?class=1&x=a%20b'],
    ['/a/../b', '/b', ''],
    ['/blogs/login-tips', '/blogs/login-tips', ''],
  ])('may be %s', (from, pathname, search) => {
    expect(readOriginPath(from)).toEqual({ pathname, search });
  });

  it.each([
    null,
    '',
    'classDetail/1',
    'https://evil.example/',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    '//[',
    '/login?from=/login',
    '/login/forgot',
    '/registration',
  ])('may not be %j', (from) => {
    expect(readOriginPath(from)).toBeUndefined();
  });

  it('stays on the site if the path looks like the beginning of an address', () => {
    expect(readOriginPath('/[//')).toEqual({ pathname: '/[//', search: '' });
  });
});
