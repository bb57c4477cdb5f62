import { describe, expect, it } from 'vitest';
import { emailSchema, imageAddressSchema, linkSchema, textSchema } from './common.ts';

describe('shared shapes', () => {
  it.each(['https://example.test/a.png', 'http://example.test/', '/pictures/avatars/01.svg'])(
    'takes the image address %s',
    (address) => {
      expect(imageAddressSchema.safeParse(address).success).toBe(true);
    },
  );

  it.each([
    '',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '//evil.test/a.png',
    '/\\evil.test',
    'picture.png',
  ])('refuses the image address "%s"', (address) => {
    expect(imageAddressSchema.safeParse(address).success).toBe(false);
  });

  it('takes only http(s) as a link', () => {
    expect(linkSchema.safeParse('https://example.test').success).toBe(true);
    expect(linkSchema.safeParse('javascript:alert(1)').success).toBe(false);
    expect(linkSchema.safeParse('/own/path').success).toBe(false);
  });

  it('keeps email addresses in lower case', () => {
    expect(emailSchema.parse('Ada@Example.TEST')).toBe('ada@example.test');
    expect(emailSchema.safeParse('ada@').success).toBe(false);
  });

  it('trims texts and refuses empty, overlong and unstorable ones by name', () => {
    const title = textSchema(5, 'Title');
    expect(title.parse('  abc ')).toBe('abc');
    expect(title.safeParse('   ').error?.issues[0]?.message).toBe('Title is required');
    expect(title.safeParse('abcdef').success).toBe(false);
    expect(title.safeParse('a\u0000b').success).toBe(false);
  });
});
