import type { DrawnVideo } from './encode.ts';

/** The video of the tests: a bar that grows for four seconds. */
export const CLIP: DrawnVideo = {
  width: 320,
  height: 180,
  rate: 10,
  scenes: [
    {
      seconds: 2,
      says: 'A bar begins to grow.',
      draw: (canvas, at) => {
        canvas.fillStyle = '#10241f';
        canvas.fillRect(0, 0, 320, 180);
        canvas.fillStyle = '#3fb68b';
        canvas.fillRect(20, 80, 140 * at, 20);
      },
    },
    {
      seconds: 2,
      says: 'It has reached the end.',
      draw: (canvas, at) => {
        canvas.fillStyle = '#10241f';
        canvas.fillRect(0, 0, 320, 180);
        canvas.fillStyle = '#f2b84b';
        canvas.fillRect(20, 80, 140 + 140 * at, 20);
      },
    },
  ],
};
