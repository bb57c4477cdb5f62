import { toMinorUnits } from '#contract/money.ts';
import type { Transaction } from '../database/client.ts';
import * as tables from '../database/schema.ts';
import { daysAgo } from './days.ts';
import { DEMO_TEACHERS } from './people.ts';
import type { People } from './seed-people.ts';

/** Seeds a class that the sample teacher has not submitted yet. It still lacks its image. */
export const insertDraft = async (trx: Transaction, people: People): Promise<void> => {
  await trx.insert(tables.classes).values({
    title: 'Forms that everybody can fill in',
    teacherId: people.get(DEMO_TEACHERS[0]!.email)!.id,
    category: 'Web Development',
    experience: 'Mid Level',
    price: toMinorUnits(45),
    seats: 20,
    description:
      'Labels, errors and keyboards: we take a form that people give up on and rebuild it, field by field, until it works for everybody.',
    image: '',
    status: 'Draft',
    createdAt: daysAgo(2),
  });
};
