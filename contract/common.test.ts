import { describe, expect, it } from 'vitest';
import { assignmentInputSchema } from './assignments.ts';
import { profileSchema, registrationSchema } from './auth.ts';
import { slugOf } from './blog-posts.ts';
import { classInputSchema } from './classes.ts';
import { reasonSchema } from './review.ts';
import { dateSchema, emailSchema, imageUrlSchema, linkSchema, nameSchema, textSchema } from './common.ts';
import { teacherRequestInputSchema } from './teacher-requests.ts';
import { createUser } from './users.ts';

/** Line breaks of every kind, other control characters, and bidirectional formatting characters. */
const NOT_ON_A_LINE = [
  '\n',
  '\r',
  '\r\n',
  '\t',
  '\v',
  '\f',
  '\0',
  '\x1b',
  '\x7f',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
  // Half of an emoji.
  '\ud83d',
];
const nameOf = (text: string): string =>
  Array.from(text, (sign) => sign.codePointAt(0)!.toString(16)).join(' ');

describe('shared shapes', () => {
  it.each(['https://example.test/a.png', 'http://example.test/', '/pictures/avatars/01.svg'])(
    'accepts the image address %s',
    (address) => {
      expect(imageUrlSchema.safeParse(address).success).toBe(true);
    },
  );

  it.each([
    '',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    '//evil.test/a.png',
    '/\\evil.test',
    'picture.png',
  ])('rejects the image address "%s"', (address) => {
    expect(imageUrlSchema.safeParse(address).success).toBe(false);
  });

  it('accepts only http(s) links', () => {
    expect(linkSchema.safeParse('https://example.test').success).toBe(true);
    expect(linkSchema.safeParse('javascript:alert(1)').success).toBe(false);
    expect(linkSchema.safeParse('/own/path').success).toBe(false);
  });

  it('converts email addresses to lower case', () => {
    expect(emailSchema.parse('Ada@Example.TEST')).toBe('ada@example.test');
    expect(emailSchema.safeParse('ada@').success).toBe(false);
  });

  it('tells a missing email address from an invalid one', () => {
    const messageFor = (email: string) => emailSchema.safeParse(email).error?.issues[0]?.message;
    expect(messageFor('')).toBe('Email is required');
    expect(messageFor('ada@')).toBe('Enter a valid email address');
  });

  it('trims texts and rejects empty and overlong ones with the name of the field', () => {
    const title = textSchema(5, 'Title');
    expect(title.parse('  abc ')).toBe('abc');
    expect(title.safeParse('   ').error?.issues[0]?.message).toBe('Title is required');
    expect(title.safeParse('abcdef').success).toBe(false);
  });

  describe.each(NOT_ON_A_LINE.map((sign) => [nameOf(sign), sign]))(
    'a text with the character %s',
    (_name, sign) => {
      const text = `Ada${sign}=1+1`;

      it('is rejected in every name and title', () => {
        for (const [schema, field] of [
          [registrationSchema(6), 'name'],
          [profileSchema, 'displayName'],
          [createUser.body!, 'name'],
          [classInputSchema, 'title'],
          [assignmentInputSchema, 'title'],
          [teacherRequestInputSchema, 'name'],
          [teacherRequestInputSchema, 'title'],
        ] as const) {
          const issues = schema.safeParse({ [field]: text }).error?.issues ?? [];
          expect(issues.find(({ path }) => path[0] === field)?.message).toMatch(/ must be a single line/);
        }
      });

      it('is rejected in addresses', () => {
        for (const schema of [imageUrlSchema, linkSchema])
          expect(schema.safeParse(`https://example.test/a${sign}b`).success).toBe(false);
        expect(imageUrlSchema.safeParse(`/pictures/a${sign}b.svg`).success).toBe(false);
      });
    },
  );

  it('accepts multiline texts, normalizes their line breaks and drops what cannot be displayed', () => {
    for (const schema of [textSchema(100), reasonSchema]) {
      expect(schema.parse(' One\r\ntwo\rthree\u2028four\vfive\tsix\n')).toBe(
        'One\ntwo\nthree\nfour\nfive\tsix',
      );
      for (const sign of ['\0', '\x1b', '\x7f', '\u202e', '\u2066', '\ud83d'])
        expect(schema.parse(`a${sign}b`), nameOf(sign)).toBe('ab');
    }
  });

  it('removes half an emoji that is left when a text is cut at the maximum length', () => {
    expect(textSchema(10).parse('ab😀\ud83d')).toBe('ab😀');
  });

  it.each(['0000-01-01', '1899-12-31', '3000-01-01', '9999-12-31'])('rejects the date %s', (date) => {
    expect(dateSchema.safeParse(date).success).toBe(false);
  });

  it('accepts names in any language, but none without a visible character', () => {
    for (const name of ['Ada Lovelace', 'عائشة', 'שׂרה', 'José Ñ.', '王小明', '👩‍🏫', 'Ana-Łucja O’Hara'])
      expect(nameSchema.parse(name)).toBe(name);
    for (const name of ['\u200b', '\u3164\u2060', '\ufeff', '\u00ad \u200d', '\u2800', '\ufffc \u{1d159}'])
      expect(nameSchema.safeParse(name).error?.issues[0]?.message, nameOf(name)).toBe('Name is required');
  });
});

it.each([
  ['Über Café & Straße: 10 tips', 'uber-cafe-strasse-10-tips'],
  ['Smørrebrød, œuvre, Łódź', 'smorrebrod-oeuvre-lodz'],
  ['  !  ', ''],
])('suggests an address for the title %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});
