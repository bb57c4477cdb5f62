import { circle, group, PALETTE as C, path, rect, svg } from './svg.ts';

export const sailboat = (x: number, y: number, scale: number, hull: string): string =>
  group(
    `translate(${x} ${y}) scale(${scale})`,
    path('M0 0V-150L84-18H0z', C.white) +
      path('M-10 0V-120L-74-18h64z', C.amber) +
      rect(-5, -156, 6, 176, C.ink, 3) +
      path('M-96 12H100L72 56H-66z', hull),
  );

export const wave = (y: number, fill: string, width: number, height: number, opacity = 1): string =>
  path(
    `M0 ${y}c${width / 8}-24 ${width / 4}-24 ${width / 3} 0s${width / 5} 24 ${width / 3} 0 ${width / 5}-24 ${width / 3} 0V${height}H0z`,
    fill,
    { opacity },
  );

export const lighthouse = (x: number, y: number): string =>
  group(
    `translate(${x} ${y})`,
    path('M-34 0-22-190h44L34 0z', C.cream) +
      path('M-31-46-28-96h56l3 50z', C.coral) +
      path('M-25-136-22-176h44l3 40z', C.coral) +
      rect(-28, -204, 56, 16, C.ink, 4) +
      rect(-18, -240, 36, 38, C.amber, 4) +
      path('M-26-240 0-268l26 28z', C.ink) +
      path('M20-222 260-290v96z', C.amber, { opacity: 0.28 }),
  );

export const account = (): string =>
  svg(
    900,
    1200,
    rect(0, 0, 900, 1200, '#0a3540') +
      circle(650, 300, 110, C.amber) +
      circle(650, 300, 180, C.amber, { opacity: 0.18 }) +
      Array.from({ length: 26 }, (_, index) =>
        circle((index * 137) % 900, 40 + ((index * 89) % 460), 2 + (index % 3), C.cream, { opacity: 0.5 }),
      ).join('') +
      path('M0 760c120-130 260-150 400-30v470H0z', '#0f4a57') +
      group('translate(200 790) scale(1.7)', lighthouse(0, 0)) +
      wave(800, C.teal, 900, 1200) +
      sailboat(600, 850, 1.7, C.coral) +
      wave(900, C.deep, 900, 1200) +
      wave(1010, '#083f4a', 900, 1200),
  );

export const notFound = (): string =>
  svg(
    280,
    180,
    rect(0, 0, 280, 180, '#d8ecea', 20) +
      circle(220, 46, 22, C.amber) +
      group('translate(140 120) rotate(24)', sailboat(0, 0, 0.62, C.coral)) +
      wave(128, C.teal, 280, 180) +
      wave(150, C.deep, 280, 180),
  );

export const coverFallback = (): string =>
  svg(
    640,
    360,
    rect(0, 0, 640, 360, '#d8ecea') +
      wave(230, C.mint, 640, 360) +
      sailboat(320, 240, 1, C.coral) +
      wave(280, C.teal, 640, 360),
  );

export const avatarFallback = (): string =>
  svg(
    200,
    200,
    rect(0, 0, 200, 200, '#d8ecea') +
      circle(100, 82, 38, C.teal) +
      path('M28 200c4-50 34-70 72-70s68 20 72 70z', C.teal),
  );
