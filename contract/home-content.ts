import { z } from 'zod';
import { defineCall } from './call.ts';
import { imageUrlSchema, pageUrlSchema, singleLineSchema } from './common.ts';

/** The symbols that stand for a partner or a service without a picture. */
export const HOME_SYMBOLS = [
  'anchor',
  'brush',
  'compass',
  'feather',
  'gamepad',
  'hexagon',
  'layout',
  'leaf',
  'megaphone',
  'mountain',
  'sailboat',
  'search',
  'smartphone',
  'waves',
] as const;

/** The style of a slide's text: dark on a bright picture, light on a dark one, or on a panel on any other. */
export const SLIDE_TEXTS = ['dark', 'light', 'panel'] as const;

/** The minimum and maximum number of entries of each part. A part without entries is not shown. */
export const HOME_COUNTS = {
  slides: { min: 1, max: 8 },
  partners: { min: 0, max: 24 },
  services: { min: 0, max: 12 },
  calls: { min: 0, max: 2 },
} as const;

export type HomePart = keyof typeof HOME_COUNTS;

const LIMITS = { headline: 100, partner: 60, service: 60, label: 40, text: 200 } as const;

const lineSchema = (max: number, what: string) => z.union([z.literal(''), singleLineSchema(max, what)]);
const optionalPictureSchema = z.union([z.literal(''), imageUrlSchema]);

/** A slide. In narrow windows, `narrowPicture` is shown if it is set, otherwise `picture`. */
export const slideSchema = z
  .object({
    headline: lineSchema(LIMITS.headline, 'The headline'),
    subtitle: lineSchema(LIMITS.headline, 'The line above'),
    picture: imageUrlSchema,
    narrowPicture: optionalPictureSchema,
    /** The alternative text of the picture. A slide without a headline requires it. */
    description: lineSchema(LIMITS.text, 'The description'),
    text: z.enum(SLIDE_TEXTS),
    /** The label and the target of the button under the headline. Both are empty if the slide has no button. */
    label: lineSchema(LIMITS.label, 'The button'),
    link: z.union([z.literal(''), pageUrlSchema]),
  })
  .refine(({ headline, description }) => headline !== '' || description !== '', {
    path: ['description'],
    error: 'Describe the picture, or give the slide a headline',
  })
  .refine(({ headline, subtitle }) => headline !== '' || subtitle === '', {
    path: ['headline'],
    error: 'The line above needs a headline',
  })
  .refine(({ headline, label }) => headline !== '' || label === '', {
    path: ['label'],
    error: 'A button needs a headline above it',
  })
  .refine(({ label, link }) => label === '' || link !== '', {
    path: ['link'],
    error: 'Enter a link for the button',
  })
  .meta({ id: 'Slide' });

export const partnerSchema = z
  .object({
    name: singleLineSchema(LIMITS.partner, 'Name'),
    symbol: z.enum(HOME_SYMBOLS),
    picture: optionalPictureSchema,
  })
  .meta({ id: 'Partner' });

export const serviceSchema = z
  .object({
    title: singleLineSchema(LIMITS.service, 'Title'),
    text: lineSchema(LIMITS.text, 'The text'),
    symbol: z.enum(HOME_SYMBOLS),
    picture: optionalPictureSchema,
  })
  .meta({ id: 'Service' });

/** A section with a text, a button and a picture. */
export const callToActionSchema = z
  .object({
    title: singleLineSchema(LIMITS.headline, 'Title'),
    text: lineSchema(LIMITS.text, 'The text'),
    label: singleLineSchema(LIMITS.label, 'The button'),
    link: pageUrlSchema,
    picture: imageUrlSchema,
  })
  .meta({ id: 'CallToAction' });

export type CallToAction = z.infer<typeof callToActionSchema>;
export type Slide = z.infer<typeof slideSchema>;
export type Partner = z.infer<typeof partnerSchema>;
export type Service = z.infer<typeof serviceSchema>;

const listSchema = <Entry extends z.ZodType>(
  entry: Entry,
  part: HomePart,
  noun: string,
  nouns: string = part,
) => {
  const { min, max } = HOME_COUNTS[part];
  return z.array(entry).min(min, `At least one ${noun}`).max(max, `At most ${max} ${nouns}`);
};

/** The parts of the home page that admins edit, in display order. All texts are plain. */
export const homeContentSchema = z
  .object({
    slides: listSchema(slideSchema, 'slides', 'slide'),
    partners: listSchema(partnerSchema, 'partners', 'partner'),
    services: listSchema(serviceSchema, 'services', 'service'),
    /** The first is shown before the statistics, the second after them. */
    calls: listSchema(callToActionSchema, 'calls', 'call to action', 'calls to action'),
  })
  .meta({ id: 'HomeContent' });

export type HomeContent = z.infer<typeof homeContentSchema>;

/** The number of users on the home page: a fixed one, or the number of accounts. */
export const USER_COUNTS = ['fixed', 'counted'] as const;

/** The home page as admins edit it. */
export const editedHomeSchema = homeContentSchema
  .extend({ userCount: z.enum(USER_COUNTS) })
  .meta({ id: 'EditedHome' });

export type EditedHome = z.infer<typeof editedHomeSchema>;

/** The home page as visitors see it. */
export const shownHomeSchema = homeContentSchema
  .extend({ totalUsers: z.int().min(0) })
  .meta({ id: 'ShownHome' });

export type ShownHome = z.infer<typeof shownHomeSchema>;

/** The fields that an update can set. Null restores the default of a part. */
export const homeChangesSchema = z
  .object({
    slides: homeContentSchema.shape.slides.nullable(),
    partners: homeContentSchema.shape.partners.nullable(),
    services: homeContentSchema.shape.services.nullable(),
    calls: homeContentSchema.shape.calls.nullable(),
    userCount: editedHomeSchema.shape.userCount,
  })
  .partial();

export type HomeChanges = z.infer<typeof homeChangesSchema>;

export const getHomeContent = defineCall({
  method: 'GET',
  path: '/home-content',
  summary: 'The slides, partners, services and calls to action of the home page, and its number of users',
  tag: 'Service',
  authorization: 'none',
  response: shownHomeSchema,
});
