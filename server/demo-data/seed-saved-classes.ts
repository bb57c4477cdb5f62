import type { Transaction } from '../database/client.ts';
import * as tables from '../database/schema.ts';
import { daysAgo } from './days.ts';
import { DEMO_STUDENT } from './people.ts';
import type { People } from './seed-people.ts';

/** The classes that the sample student has saved for later, last saved first. */
const SAVED = ['story-games', 'poster-studio'];

/** Seeds the saved classes of the sample student. */
export const insertSavedClasses = async (
  trx: Transaction,
  people: People,
  classIds: Map<string, string>,
): Promise<void> => {
  await trx.insert(tables.savedClasses).values(
    SAVED.map((slug, index) => ({
      userId: people.get(DEMO_STUDENT.email)!.id,
      classId: classIds.get(slug)!,
      savedAt: daysAgo(index + 1),
    })),
  );
};
