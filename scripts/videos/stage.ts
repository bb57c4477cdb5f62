// Draws the films of the demo. It runs in Chromium.

export const WIDTH = 1280;
export const HEIGHT = 720;
/** The area between the heading and the captions. */
export const STAGE = { left: 96, top: 150, right: WIDTH - 96, bottom: 560 };

/** The colors of the dark theme (web/styles.css). */
export const COLORS = {
  ground: '#102126',
  panel: '#17333b',
  line: '#29424a',
  text: '#e9f0f0',
  muted: '#a3b8bd',
  primary: '#5cc8d7',
  accent: '#ffc857',
  success: '#6ed19a',
  error: '#ffa198',
};

export type Canvas = CanvasRenderingContext2D;

interface FilmScene {
  seconds: number;
  /** The caption. */
  says: string;
  /** @param time in seconds since the beginning of the scene */
  draw: (canvas: Canvas, time: number) => void;
}

/** A film that explains a topic of a lesson. */
export interface Film {
  /** The class and the lesson. */
  course: string;
  lesson: string;
  scenes: readonly FilmScene[];
  /** The second whose frame is the poster. */
  poster: number;
}

/** From 0 to 1 in `length` seconds after `start`, slow at both ends. */
export const since = (time: number, start: number, length = 0.7): number => {
  const t = Math.min(1, Math.max(0, (time - start) / length));
  return t * t * (3 - 2 * t);
};

export const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

interface TextStyle {
  size?: number;
  weight?: number;
  color?: string;
  align?: CanvasTextAlign;
  isCode?: boolean;
  alpha?: number;
}

export const text = (
  canvas: Canvas,
  words: string,
  x: number,
  y: number,
  { size = 28, weight = 500, color = COLORS.text, align = 'left', isCode = false, alpha = 1 }: TextStyle = {},
): void => {
  canvas.save();
  canvas.globalAlpha *= alpha;
  canvas.font = `${weight} ${size}px ${isCode ? '"DejaVu Sans Mono", monospace' : 'Film, sans-serif'}`;
  canvas.fillStyle = color;
  canvas.textAlign = align;
  canvas.textBaseline = 'middle';
  canvas.fillText(words, x, y);
  canvas.restore();
};

interface BoxStyle {
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: number[];
  radius?: number;
  alpha?: number;
}

export const box = (
  canvas: Canvas,
  x: number,
  y: number,
  width: number,
  height: number,
  { fill, stroke, width: thick = 3, dash = [], radius = 14, alpha = 1 }: BoxStyle = {},
): void => {
  if (width <= 0 || height <= 0) return;
  canvas.save();
  canvas.globalAlpha *= alpha;
  canvas.beginPath();
  canvas.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
  if (fill) {
    canvas.fillStyle = fill;
    canvas.fill();
  }
  if (stroke) {
    canvas.strokeStyle = stroke;
    canvas.lineWidth = thick;
    canvas.setLineDash(dash);
    canvas.stroke();
  }
  canvas.restore();
};

interface PathStyle {
  color?: string;
  width?: number;
  dash?: number[];
  alpha?: number;
}

export const path = (
  canvas: Canvas,
  points: readonly (readonly [number, number])[],
  { color = COLORS.primary, width = 4, dash = [], alpha = 1 }: PathStyle = {},
): void => {
  canvas.save();
  canvas.globalAlpha *= alpha;
  canvas.strokeStyle = color;
  canvas.lineWidth = width;
  canvas.lineCap = 'round';
  canvas.lineJoin = 'round';
  canvas.setLineDash(dash);
  canvas.beginPath();
  for (const [x, y] of points) canvas.lineTo(x, y);
  canvas.stroke();
  canvas.restore();
};

export const dot = (canvas: Canvas, x: number, y: number, radius: number, color: string, alpha = 1): void => {
  canvas.save();
  canvas.globalAlpha *= alpha;
  canvas.fillStyle = color;
  canvas.beginPath();
  canvas.arc(x, y, radius, 0, 2 * Math.PI);
  canvas.fill();
  canvas.restore();
};

/**
 * Draws the frame of a film at a time: the heading, the scene, and the progress bar.
 * @param time in seconds
 */
export const drawFrame = (canvas: Canvas, film: Film, time: number): void => {
  const total = film.scenes.reduce((sum, { seconds }) => sum + seconds, 0);
  canvas.fillStyle = COLORS.ground;
  canvas.fillRect(0, 0, WIDTH, HEIGHT);
  text(canvas, film.course, 96, 62, { size: 22, color: COLORS.muted });
  text(canvas, film.lesson, 96, 100, { size: 34, weight: 700 });
  canvas.fillStyle = COLORS.primary;
  canvas.fillRect(0, HEIGHT - 6, (WIDTH * time) / total, 6);
  let start = 0;
  for (const { seconds, draw } of film.scenes) {
    if (time < start + seconds) {
      canvas.save();
      draw(canvas, time - start);
      canvas.restore();
      return;
    }
    start += seconds;
  }
};
