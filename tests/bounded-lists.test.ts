import { expect, it } from 'vitest';
import { API_BASE } from '#contract/call.ts';
import { startTestApp } from '#tests/support/test-app.ts';

/**
 * Lists within responses whose schema has no maximum length, and what bounds each of them instead. Top-level lists
 * and the personal data are sent in batches (`large-lists.test.ts`).
 */
const BOUNDED: Record<string, string> = {
  'GET /classes/{id}/submissions [].files': 'MAX_SUBMISSION_FILES',
  'GET /classes/{id}/submission submission.files': 'MAX_SUBMISSION_FILES',
  'PUT /classes/{id}/submission files': 'MAX_SUBMISSION_FILES',
  ...Object.fromEntries(
    ['/payments []', '/payments/own []', '/payments/{id} '].flatMap((payment) => {
      const field = (name: string) => `GET ${payment}${payment.endsWith(']') ? '.' : ''}${name}`;
      return [
        [field('documents'), 'a receipt, and a credit note for each refund'],
        [field('refunds'), 'admins refund by hand, and not more than was paid'],
        [field('attention'), 'one entry of each kind, and one for each refund under way'],
      ];
    }),
  ),
  'GET /payments/totals days': 'the largest `days` of the query: 366',
  'GET /payments/totals classes': 'TOP_CLASSES',
  'GET /site-activity days': 'the largest `days` of the query: 366',
  'GET /earnings/totals days': 'the largest `days` of the query: 366',
  ...Object.fromEntries(
    ['curriculum', 'curriculum/draft'].flatMap((path) => [
      [`GET /classes/{id}/${path} outcomes`, 'CURRICULUM_LIMITS.outcomes'],
      [`GET /classes/{id}/${path} sections`, 'CURRICULUM_LIMITS.sections'],
      [`GET /classes/{id}/${path} sections[].lessons`, 'CURRICULUM_LIMITS.lessons'],
    ]),
  ),
  'GET /classes/{id}/curriculum/contributions lessons': 'CURRICULUM_LIMITS.lessons',
  'GET /classes/{id}/lesson-counts lessons': 'CURRICULUM_LIMITS.lessons',
  'GET /classes/{id}/lesson-progress done': 'CURRICULUM_LIMITS.lessons',
  'GET /classes/{id}/lesson-progress started': 'CURRICULUM_LIMITS.lessons',
  'GET /lessons/{id} captions': 'MAX_CAPTIONS',
  'GET /reports [].reasons': 'REASONS',
  'GET /config sampleAccounts': 'SAMPLE_ACCOUNTS',
  'POST /invitations/emails registered': 'the addresses of the request: LIMITS.addresses',
  'GET /site-pages pages': 'the pages of the product',
  'GET /blog-posts posts': 'POSTS_PER_PAGE',
  'GET /edited-posts posts': 'MAX_POSTS, without their texts',
  'GET /site-health findings': 'the checks of the product',
  ...Object.fromEntries(
    ['POST /site-health/test-card-provider', 'POST /setup/test-card-provider'].flatMap((call) => [
      [`${call} findings`, 'the key and the webhook'],
      [`${call} answers`, 'one for each'],
    ]),
  ),
};
const SENT_IN_BATCHES = 'GET /account/data';

interface Schema {
  $ref?: string;
  type?: string | string[];
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
}

interface ApiDocument {
  paths: Record<
    string,
    Record<string, { responses: { 200?: { content?: Record<string, { schema: Schema }> } } }>
  >;
  components: { schemas: Record<string, Schema> };
}

/** The lists at any depth of a schema that have no maximum length, by their paths. */
const unboundedLists = (root: Schema, schemas: Record<string, Schema>): string[] => {
  const walk = (schema: Schema, place: string, within: string[]): string[] => {
    if (schema.$ref) {
      if (within.includes(schema.$ref)) throw new Error(`${schema.$ref} contains itself`);
      return walk(schemas[schema.$ref.split('/').at(-1)!]!, place, [...within, schema.$ref]);
    }
    const { anyOf = [], allOf = [], oneOf = [], additionalProperties: others } = schema;
    const isUnbounded = [schema.type].flat().includes('array') && schema.maxItems === undefined;
    return [
      ...(isUnbounded ? [place] : []),
      ...(schema.items ? walk(schema.items, `${place}[]`, within) : []),
      ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
        walk(property, place ? `${place}.${name}` : name, within),
      ),
      ...(typeof others === 'object' ? walk(others, `${place}.*`, within) : []),
      ...[...anyOf, ...allOf, ...oneOf].flatMap((part) => walk(part, place, within)),
    ];
  };
  return walk(root, '', []);
};

it('every list inside a response is bounded by its schema, or by the exception listed here', async () => {
  const app = await startTestApp();
  const { paths, components } = (await app.call('GET', '/openapi.json')).body as ApiDocument;
  await app.close();
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) => {
      const name = `${method.toUpperCase()} ${path.slice(API_BASE.length)}`;
      const schema = responses[200]?.content?.['application/json']?.schema;
      if (!schema || name === SENT_IN_BATCHES) return [];
      // The response itself may be a list. Those are tested with large data elsewhere.
      const lists = unboundedLists(schema, components.schemas).filter((place) => place !== '');
      return lists.map((place) => `${name} ${place}`);
    }),
  );
  expect(found.sort()).toEqual(Object.keys(BOUNDED).sort());
});
