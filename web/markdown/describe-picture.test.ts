import { expect, it } from 'vitest';
import { addPicture, describePicture, findUndescribed, newPicture } from './describe-picture.ts';
import { renderMarkdown } from './render-markdown.ts';

const ADDRESS = '/files/pictures/a-1200x800.webp';

it('finds the pictures that nobody has described', () => {
  const text = `${newPicture('/one')}\n\n![A chair](/two) ![](/three)\n\n[Picture](/four) ${newPicture('/five')}`;
  expect(findUndescribed(text).map(({ address }) => address)).toEqual(['/one', '/five']);
  for (const { start, end } of findUndescribed(text)) expect(text.slice(start, end)).toBe('Picture');
});

it('adds a picture where the cursor is, which is then behind it', () => {
  const added = addPicture({ text: 'Before. After.', start: 7, end: 7 }, ADDRESS, false);
  expect(added.text).toBe(`Before.\n\n${newPicture(ADDRESS)}\n\n After.`);
  expect(added.text.slice(added.start)).toBe(' After.');
  expect(added.end).toBe(added.start);
});

it('adds a picture below the line that is being typed, whose cursor stays', () => {
  const added = addPicture({ text: 'Before the lin\nNext', start: 14, end: 14 }, ADDRESS, true);
  expect(added).toEqual({
    text: `Before the lin\n\n${newPicture(ADDRESS)}\n\n\nNext`,
    start: 14,
    end: 14,
  });
});

it.each([
  'A chair',
  '  two\n lines ',
  'a ] and a [ and a \\',
  '*not* _marked_ `up` <b>&amp;</b> ![no](/x)',
  '](/other) ![',
  '',
])('describes a picture as %j', (description) => {
  const text = `Before\n\n${newPicture(ADDRESS)}\n\nAfter`;
  const { text: described, start, end } = describePicture(text, findUndescribed(text)[0]!, description);
  expect(described.slice(start)).toBe('\n\nAfter');
  expect(end).toBe(start);
  expect(findUndescribed(described)).toEqual([]);
  const html = renderMarkdown(described, 'user');
  const image = /<img[^>]*>/.exec(html)![0];
  expect(image).toContain(ADDRESS);
  expect(html.match(/<img/g)).toHaveLength(1);
  const alt = /alt="([^"]*)"/.exec(image)![1]!;
  const plain = alt.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  expect(plain).toBe(description.trim().replaceAll(/\s+/g, ' '));
});
