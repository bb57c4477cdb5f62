import type { DemoClass } from './demo-class.ts';

export const GAMES_CLASSES: DemoClass[] = [
  {
    slug: 'pixel-platformer',
    title: 'Make a pixel platformer',
    teacher: 5,
    category: 'Game Development',
    experience: 'Beginner',
    price: 48,
    students: 36,
    description:
      'A jump that feels good, a level that teaches itself and a boss that plays fair. You finish with a small game to share and the habits to finish the next one.',
    assignment: {
      title: 'A level that teaches one thing',
      description:
        'Build a level of at most one minute that teaches a single mechanic without any text. Submit a link to play it.',
      marks: 50,
      daysLeft: 12,
    },
  },
  {
    slug: 'shaders-for-artists',
    title: 'Shaders for artists',
    teacher: 5,
    category: 'Game Development',
    experience: 'Mid Level',
    price: 69,
    students: 14,
    description:
      'Water, fire, outlines and dissolves written by you. We move from a single color to a small library of effects, with the mathematics explained by drawing it.',
  },
  {
    slug: 'multiplayer-netcode',
    title: 'Multiplayer netcode explained',
    teacher: 5,
    category: 'Game Development',
    experience: 'Experienced',
    price: 105,
    students: 11,
    description:
      'Prediction, rollback and lag you can live with. We write a two-player arena from the socket up and measure how it feels at two hundred milliseconds.',
  },
  {
    slug: 'game-feel',
    title: 'Game feel: juice and restraint',
    teacher: 5,
    category: 'Game Development',
    experience: 'Mid Level',
    price: 52,
    students: 23,
    description:
      'Screen shake, sound, easing and the art of leaving things out. Ten tiny prototypes, each better after one hour of polish, and a checklist to keep.',
  },
  {
    slug: 'story-games',
    title: 'Writing story games',
    teacher: 5,
    category: 'Game Development',
    experience: 'Junior',
    price: 33,
    students: 10,
    seats: 16,
    startsInDays: 12,
    description:
      'Branches that matter, characters who remember and an ending worth reaching. You write and test a story of twenty minutes with a group that reads kindly and closely.',
  },
  {
    slug: 'game-ai',
    title: 'Enemies with a plan: game AI',
    teacher: 5,
    category: 'Game Development',
    experience: 'Experienced',
    price: 82,
    students: 0,
    status: 'Pending',
    description:
      'State machines, behavior trees and goal planning for opponents that are fun to beat. Each week a new kind of enemy joins the arena.',
  },
];
