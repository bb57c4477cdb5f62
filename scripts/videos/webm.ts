// Writes WebM (https://www.webmproject.org/docs/container/), as far as a silent drawn video needs it. The length and
// the positions of key frames come first, so that players can seek by Range requests.

/** An encoded frame. `time` is in milliseconds. */
export interface Frame {
  time: number;
  isKey: boolean;
  data: Uint8Array;
}

interface Video {
  width: number;
  height: number;
  /** Milliseconds. */
  duration: number;
  frames: readonly Frame[];
}

const bytesOf = (value: number): Buffer => {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
};

/** An EBML number in eight bytes, whatever its value. */
const sizeOf = (length: number): Buffer => {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(length) | (1n << 56n));
  return size;
};

/** An element: its id, its size and its content, or the elements in it. */
const element = (id: number, ...content: (Uint8Array | number | string)[]): Buffer => {
  const parts = content.map((part) =>
    typeof part === 'number' ? bytesOf(part) : typeof part === 'string' ? Buffer.from(part) : part,
  );
  return Buffer.concat([bytesOf(id), sizeOf(Buffer.concat(parts).length), ...parts]);
};

const float = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

const simpleBlock = ({ time, isKey, data }: Frame, start: number): Buffer => {
  const head = Buffer.from([0x81, 0, 0, isKey ? 0x80 : 0]);
  head.writeInt16BE(time - start, 1);
  return element(0xa3, head, data);
};

/** A cluster for each key frame, with the frames up to the next one. */
const clustersOf = (frames: readonly Frame[]): { time: number; bytes: Buffer }[] => {
  const groups: Frame[][] = [];
  for (const frame of frames) {
    if (frame.isKey) groups.push([]);
    groups.at(-1)!.push(frame);
  }
  return groups.map((group) => {
    const { time } = group[0]!;
    return {
      time,
      bytes: element(0x1f43b675, element(0xe7, time), ...group.map((frame) => simpleBlock(frame, time))),
    };
  });
};

/** A number of a fixed eight bytes, so that the length of an element with positions does not depend on their values. */
const fixed = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};

/** Writes VP9 frames as a file. */
export const muxWebm = ({ width, height, duration, frames }: Video): Buffer => {
  const head = element(
    0x1a45dfa3,
    element(0x4286, 1),
    element(0x42f7, 1),
    element(0x42f2, 4),
    element(0x42f3, 8),
    element(0x4282, 'webm'),
    element(0x4287, 4),
    element(0x4285, 2),
  );
  const info = element(
    0x1549a966,
    element(0x2ad7b1, 1_000_000),
    element(0x4489, float(duration)),
    element(0x4d80, 'ClassHarbor'),
    element(0x5741, 'ClassHarbor'),
  );
  const track = element(
    0xae,
    element(0xd7, 1),
    element(0x73c5, 1),
    element(0x83, 1),
    element(0x86, 'V_VP9'),
    element(0xe0, element(0xb0, width), element(0xba, height)),
  );
  const tracks = element(0x1654ae6b, track);
  const clusters = clustersOf(frames);
  const cuesAt = (first: number) => {
    let place = first;
    const points = clusters.map(({ time, bytes }) => {
      const point = element(
        0xbb,
        element(0xb3, fixed(time)),
        element(0xb7, element(0xf7, 1), element(0xf1, fixed(place))),
      );
      place += bytes.length;
      return point;
    });
    return element(0x1c53bb6b, ...points);
  };
  const before = info.length + tracks.length;
  const cues = cuesAt(before + cuesAt(0).length);
  return Buffer.concat([
    head,
    element(0x18538067, info, tracks, cues, ...clusters.map(({ bytes }) => bytes)),
  ]);
};
