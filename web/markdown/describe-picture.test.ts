import { expect, it } from 'vitest';
import { escapeDescription, findUndescribed, newPicture } from './describe-picture.ts';
import { replaceSelection } from './mark-text.ts';
import { renderMarkdown } from './render-markdown.ts';

const ADDRESS = '/files/pictures/a-1200x800.webp';

it('finds the pictures that nobody has described', () => {
  const text = `${newPicture('/one')}\n\n![A chair](/two) ![](/three)\n\n[Picture](/four) ${newPicture('/five')}`;
  expect(findUndescribed(text).map(({ address }) => address)).toEqual(['/one', '/five']);
  for (const { start, end } of findUndescribed(text)) expect(text.slice(start, end)).toBe('Picture');
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
  const [{ start, end } = { start: 0, end: 0 }] = findUndescribed(text);
  const described = replaceSelection({ text, start, end }, escapeDescription(description)).text;
  expect(findUndescribed(described)).toEqual([]);
  const html = renderMarkdown(described, 'user');
  const image = /<img[^>]*>/.exec(html)![0];
  expect(image).toContain(ADDRESS);
  expect(html.match(/<img/g)).toHaveLength(1);
  const alt = /alt="([^"]*)"/.exec(image)![1]!;
  const plain = alt.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  expect(plain).toBe(description.trim().replaceAll(/\s+/g, ' '));
});
