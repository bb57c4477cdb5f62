import type { DemoClass } from './demo-class.ts';

export const DESIGN_CLASSES: DemoClass[] = [
  {
    slug: 'logo-design-workshop',
    title: 'Logo design workshop',
    teacher: 3,
    category: 'Graphics Design',
    experience: 'Beginner',
    price: 49,
    students: 35,
    description:
      'From a brief to a mark that works at sixteen pixels and on a truck. Sketching, grids, optical corrections and a presentation that a client understands without you in the room.',
    assignment: {
      title: 'One brief, three marks',
      description:
        'Answer the brief of the bakery with three clearly different marks in black on white. Submit one page for each, with a sentence on the idea behind it.',
      marks: 60,
      daysLeft: 18,
    },
  },
  {
    slug: 'typography-that-works',
    title: 'Typography that works',
    teacher: 3,
    category: 'Graphics Design',
    experience: 'Mid Level',
    price: 59,
    students: 26,
    description:
      'Choose, pair and set type for long reading, for interfaces and for posters. You will redesign one page of a newspaper and learn to see spacing before you see letters.',
  },
  {
    slug: 'illustration-for-products',
    title: 'Illustration for products',
    teacher: 7,
    category: 'Graphics Design',
    experience: 'Mid Level',
    price: 67.5,
    students: 21,
    description:
      'A small illustration system for an app: shapes, palette, characters and empty states that belong together. We work in vectors and keep every file light enough to ship.',
  },
  {
    slug: 'colour-for-screens',
    title: 'Color for screens',
    teacher: 7,
    category: 'Graphics Design',
    experience: 'Beginner',
    price: 35,
    students: 18,
    description:
      'Contrast, perception and palettes that hold in the light and in the dark. You build a theme with tokens and check it against the accessibility guidelines as you go.',
  },
  {
    slug: 'poster-studio',
    title: 'Poster studio: one idea, one sheet',
    teacher: 7,
    category: 'Graphics Design',
    experience: 'Junior',
    price: 42,
    students: 12,
    description:
      'Six posters in six weeks, each with one rule: only type, only two colors, only a square. Fast, friendly critique and a small exhibition at the end.',
  },
  {
    slug: 'brand-systems',
    title: 'Brand systems beyond the logo',
    teacher: 3,
    category: 'Graphics Design',
    experience: 'Experienced',
    price: 95,
    students: 0,
    status: 'Pending',
    description:
      'Voice, motion, layout and photography as one system. We document it so well that the next designer does not need to ask.',
  },
];
