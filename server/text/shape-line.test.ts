import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shapeLine } from './shape-line.ts';
import { wrapText } from './wrap-text.ts';

const STYLE = { weight: 'bold', size: 10 } as const;

const runsOf = (text: string) => shapeLine(text, STYLE).runs.map((run) => run.text);
const fontsOf = (text: string) => [...new Set(shapeLine(text, STYLE).runs.map(({ font }) => font))];
const shown = (text: string) => runsOf(text).join('');

describe('a line of text', () => {
  it('uses the fonts of its scripts', () => {
    expect(fontsOf('Ada')).toEqual(['western-bold']);
    expect(fontsOf('Анна Ωμέγα')).toEqual(['western-bold']);
    expect(fontsOf('山田太郎')).toEqual(['han']);
    expect(fontsOf('Class 김민준')).toEqual(['western-bold', 'hangul']);
    for (const [font, text] of [
      ['arabic', 'محمد'],
      ['armenian', 'Արամ'],
      ['bengali', 'দেবাশীষ'],
      ['devanagari', 'अनुष्का'],
      ['ethiopic', 'አማርኛ'],
      ['georgian', 'ქეთევან'],
      ['gujarati', 'ગુજરાતી'],
      ['hebrew', 'דוד'],
      ['kannada', 'ಶ್ರೀನಿವಾಸ'],
      ['lao', 'ສົມພອນ'],
      ['sinhala', 'ශ්‍රී'],
      ['tamil', 'தமிழ்'],
      ['thai', 'สมชาย'],
    ] as const) {
      expect(fontsOf(text)).toEqual([font]);
      expect(shown(text)).toBe(text.normalize('NFC'));
    }
  });

  it('from right to left is in visual order', () => {
    expect(runsOf('ورشة React للمبتدئين')).toEqual(['للمبتدئين', ' ', 'React', ' ', 'ورشة']);
    expect(runsOf('דוד (1948)')).toEqual(['(', '1948', ') ', 'דוד']);
    expect(runsOf('By דוד')).toEqual(['By ', 'דוד']);
  });

  it('keeps the order of Arabic digits, which the font reverses', () => {
    expect(shown('٤٥٦')).toBe('٦٥٤');
  });

  it('applies direction marks without showing them', () => {
    expect(runsOf('Taught by \u2068דוד\u2069.')).toEqual(['Taught by ', 'דוד', '.']);
    expect(shown('\u202eAda\u202c')).toBe('adA');
    expect(shown('A\u200bd\u0007a')).toBe('Ada');
  });

  it('omits emoji, and shows a question mark for characters that no font has', () => {
    expect(shown('Ada 🎓 🇧🇩')).toBe('Ada  ');
    expect(shown('© Ada™')).toBe('© Ada™');
    expect(shown('ᚠ and తెలుగు').replaceAll('?', '')).toBe(' and ');
    expect(shown('ᚠ')).toBe('?');
  });

  it('is laid out whatever the text is', () => {
    const scripts = fc.integer({ min: 0, max: 0x3200 }).map((point) => String.fromCodePoint(point));
    fc.assert(
      fc.property(fc.string({ unit: scripts, maxLength: 60 }), (text) => {
        for (const line of wrapText(text, STYLE, 40)) expect(line.width).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 60 },
    );
  });
});

describe('wrapped text', () => {
  it('breaks between words, at line breaks, and within what is too long', () => {
    const lines = (text: string, width: number) =>
      wrapText(text, STYLE, width).map(({ runs }) => runs.map((run) => run.text).join(''));
    expect(lines('one two\nthree', 1_000)).toEqual(['one two', 'three']);
    expect(lines('one two three', 60)).toEqual(['one two', 'three']);
    const long = lines('山'.repeat(30), 100);
    expect(long).toEqual(['山'.repeat(10), '山'.repeat(10), '山'.repeat(10)]);
    for (const { width } of wrapText('W'.repeat(200), STYLE, 100)) expect(width).toBeLessThanOrEqual(100);
  });
});
