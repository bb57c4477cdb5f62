import { type Class, type ClassUpdate, classUpdateSchema } from '#contract/classes.ts';
import { isSame } from '#web/forms/is-same.ts';

type ChangeableField = keyof ClassUpdate;
export type Changeable = Pick<Class, ChangeableField>;

/** The fields that a teacher can change, as the form calls them. */
const FIELD_NAMES: Record<ChangeableField, string> = {
  title: 'title',
  price: 'price',
  experience: 'experience',
  category: 'category',
  seats: 'seats',
  startsOn: 'start date',
  description: 'description',
  image: 'image',
};

const FIELDS = classUpdateSchema.keyof().options;

/** The fields of a class that its teacher can change. */
export const changeable = (own: Class): Changeable =>
  Object.fromEntries(FIELDS.map((name) => [name, own[name]])) as Changeable;

/** The names of the changeable fields in which two states of a class differ. */
export const findChangedFields = (before: Class, after: Class): string[] =>
  FIELDS.filter((name) => !isSame(before[name], after[name])).map((name) => FIELD_NAMES[name]);
