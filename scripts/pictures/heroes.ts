import { lighthouse, sailboat, wave } from './site.ts';
import { circle, group, line, PALETTE as C, path, rect, svg } from './svg.ts';

const WIDTH = 1600;
const HEIGHT = 600;
/** The scale of a narrow picture, which leaves open sky for the headline in its upper part. */
const NARROW_SCALE = 0.6;

/** A sky and the shapes in front of it. */
type Scene = [sky: string, ...parts: string[]];

const scene = (...scene: Scene): Scene => scene;

const wide = ([sky, ...parts]: Scene): string =>
  svg(WIDTH, HEIGHT, [rect(0, 0, WIDTH, HEIGHT, sky), ...parts].join(''));

const narrow = ([sky, ...parts]: Scene): string => {
  const width = WIDTH * NARROW_SCALE;
  const drawn = group(`translate(0 ${HEIGHT * (1 - NARROW_SCALE)}) scale(${NARROW_SCALE})`, parts.join(''));
  return svg(width, HEIGHT, rect(0, 0, width, HEIGHT, sky) + drawn);
};

const sea = (first: string, second: string): string =>
  wave(430, first, WIDTH, HEIGHT) + wave(510, second, WIDTH, HEIGHT);

const stars = Array.from({ length: 40 }, (_, index) =>
  circle((index * 397) % WIDTH, 20 + ((index * 139) % 300), 1.5 + (index % 3), C.cream, { opacity: 0.55 }),
).join('');

/** A bright morning: a boat sets out past the lighthouse. */
const departure = (): Scene =>
  scene(
    '#d8ecea',
    circle(1180, 170, 84, C.amber) + circle(1180, 170, 130, C.amber, { opacity: 0.25 }),
    path('M900 430c120-130 300-150 700-60v230H900z', C.mint),
    group('translate(1420 390) scale(1.1)', lighthouse(0, 0)),
    wave(430, C.teal, WIDTH, HEIGHT),
    sailboat(1080, 460, 1.25, C.coral),
    wave(510, C.deep, WIDTH, HEIGHT),
  );

/** A board on the quay, surrounded by boats. */
const lesson = (): Scene =>
  scene(
    '#f6e6c8',
    circle(1400, 150, 70, C.coral, { opacity: 0.85 }),
    sea(C.teal, C.deep),
    rect(960, 130, 460, 290, C.ink, 18) + rect(980, 150, 420, 250, '#0f4a57', 10),
    line('M1020 340l80-90 70 50 110-120 60 30', C.amber, 10),
    line('M1020 200h150M1020 234h96', C.cream, 8),
    rect(1010, 420, 16, 90, C.ink) + rect(1354, 420, 16, 90, C.ink),
    sailboat(880, 500, 0.6, C.plum) + sailboat(1500, 510, 0.75, C.coral),
  );

/** A badge rising over the water. */
const badge = (): Scene =>
  scene(
    '#5a3a63',
    circle(1200, 250, 240, C.coral, { opacity: 0.25 }),
    path('M1130 330l-46 150 66-30 40 60 40-150z', C.teal) +
      path('M1270 330l46 150-66-30-40 60-40-150z', C.mint),
    circle(1200, 250, 130, C.amber) + circle(1200, 250, 98, C.cream),
    line('M1150 252l36 38 68-78', C.deep, 18),
    sea('#3b2a4a', C.ink),
    sailboat(940, 470, 0.7, C.coral),
  );

/** The harbor at night. */
const harbor = (): Scene =>
  scene(
    '#0a2f38',
    stars,
    circle(360, 140, 60, C.cream),
    path('M0 430c220-140 420-150 640-40v210H0z', '#0f4a57'),
    group('translate(300 410) scale(1.25)', lighthouse(0, 0)),
    wave(430, C.teal, WIDTH, HEIGHT),
    sailboat(760, 450, 0.9, C.plum) + sailboat(1040, 470, 1.3, C.coral) + sailboat(1360, 450, 0.8, C.amber),
    wave(520, '#083f4a', WIDTH, HEIGHT),
  );

/** Each picture at desktop width, and those with a headline also for narrow windows. */
export const HEROES = {
  departure: wide(departure()),
  'departure-narrow': narrow(departure()),
  lesson: wide(lesson()),
  'lesson-narrow': narrow(lesson()),
  badge: wide(badge()),
  'badge-narrow': narrow(badge()),
  harbor: wide(harbor()),
};
