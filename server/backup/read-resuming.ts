import { Readable } from 'node:stream';
import type { FileStorage, Range } from '../files/storage.ts';

/** How often a connection may break without having delivered anything. */
const ATTEMPTS = 3;

type Read = (range?: Range) => ReturnType<FileStorage['read']>;

async function* chunksOf(size: number, first: Readable, read: Read): AsyncGenerator<Buffer, void> {
  let position = 0;
  let failures = 0;
  let content: Readable | undefined = first;
  while (position < size) {
    try {
      content ??= (await read({ start: position, end: size - 1 }))?.content;
      if (!content) throw new Error('It has been removed meanwhile');
      for await (const chunk of content as AsyncIterable<Buffer>) {
        position += chunk.length;
        failures = 0;
        yield chunk;
      }
      if (position < size) throw new Error('The connection was closed too early');
    } catch (error) {
      failures += 1;
      if (failures >= ATTEMPTS) throw error;
    }
    content = undefined;
  }
}

/**
 * Reads an object over as many connections as it takes. A restore can be busy with the database for so long that
 * storage closes a connection.
 * @param read reads the object, or a part of it
 * @param explain describes an error for the operator
 * @returns the content, or undefined if there is no such object
 */
export const readResuming = async (
  read: Read,
  explain: (error: Error) => Error,
): Promise<Readable | undefined> => {
  const found = await read();
  if (!found) return undefined;
  // It can break before it is read. The reader then gets the error.
  found.content.on('error', () => undefined);
  async function* explained(): AsyncGenerator<Buffer, void> {
    try {
      yield* chunksOf(found!.size, found!.content, read);
    } catch (error) {
      throw explain(error as Error);
    }
  }
  const content = Readable.from(explained(), { objectMode: false });
  content.once('close', () => found.content.destroy());
  return content;
};
