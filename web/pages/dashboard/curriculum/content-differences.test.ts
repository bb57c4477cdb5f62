import { expect, it } from 'vitest';
import type { StoredFile } from '#contract/files.ts';
import { contentDifferences } from './content-differences.ts';
import type { Content } from './lesson-content.ts';

const fileOf = (_id: string, name: string) => ({ _id, name }) as StoredFile;

const CONTENT: Content = {
  kind: 'video',
  title: 'Joints',
  minutes: null,
  isPreview: false,
  status: 'draft',
  text: 'A joint holds.',
  video: '',
  file: fileOf('1', 'joints.mp4'),
  poster: '',
  captions: [],
};

it('finds nothing in equal versions', () => {
  expect(contentDifferences(CONTENT, { ...CONTENT })).toEqual([]);
});

it('leaves out the text, which is shown in full', () => {
  expect(contentDifferences(CONTENT, { ...CONTENT, text: 'A joint may hold.' })).toEqual([]);
});

it('names every other property that differs', () => {
  const other: Content = {
    ...CONTENT,
    title: 'Wood joints',
    minutes: 5,
    isPreview: true,
    status: 'published',
    file: null,
    poster: '/pictures/1.webp',
    captions: [{ language: 'de', file: fileOf('2', 'joints.vtt') }],
  };
  expect(contentDifferences(CONTENT, other)).toEqual([
    { label: 'Title', own: 'Joints', other: 'Wood joints' },
    { label: 'Minutes', own: 'None', other: '5' },
    { label: 'Video', own: 'joints.mp4', other: 'None' },
    { label: 'Captions', own: 'None', other: 'German (joints.vtt)' },
    { label: 'Picture shown before the video starts', own: 'None', other: 'A picture' },
    { label: 'Published', own: 'No', other: 'Yes' },
    { label: 'Free preview', own: 'No', other: 'Yes' },
  ]);
});

it('tells files of the same name apart', () => {
  expect(contentDifferences(CONTENT, { ...CONTENT, file: fileOf('2', 'joints.mp4') })).toEqual([
    { label: 'Video', own: 'joints.mp4', other: 'joints.mp4 (a different one)' },
  ]);
});
