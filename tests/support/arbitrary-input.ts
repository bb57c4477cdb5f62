import fc from 'fast-check';

/** The subset of JSON Schema that the API document uses. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  $ref?: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query';
  schema: Schema;
}

export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  body?: Schema;
}

/** Texts that have broken servers before, and texts of every kind. */
const hostileText = fc.oneof(
  fc.constantFrom(
    "' or 1=1 --",
    '"; drop table users; --',
    '\u0000',
    '%00',
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '{{7*7}}',
    '${process.env}',
    '__proto__',
    'constructor',
    '\ud800',
    '\u202e',
    'NaN',
    '-0',
    '1e309',
    '9'.repeat(400),
    'x'.repeat(6_000),
    'javascript:alert(1)',
    '//evil.example',
    'null',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 300 }),
);

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(null, [], {}, -1, 0, 1.5, 1e21, 2 ** 53, true, { $ne: null }, { toString: 'x' }),
  // Deeper than any meaningful input.
  fc.constant(Array.from({ length: 400 }).reduce<unknown>((inner) => [inner], 'deep')),
);

const textFor = ({ format, pattern }: Schema, known: fc.Arbitrary<string>): fc.Arbitrary<unknown> => {
  if (format === 'uuid') return fc.oneof(known, fc.uuid());
  if (format === 'email') return fc.oneof(known, fc.emailAddress());
  if (format === 'date') return fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10));
  return pattern ? fc.oneof(known, fc.string()) : fc.oneof(known, fc.string({ minLength: 1, maxLength: 80 }));
};

/** Inputs for a schema. Most are valid, so that they also reach the code behind the validation. */
export const inputFor = (schema: Schema, known: fc.Arbitrary<string>): fc.Arbitrary<unknown> => {
  const asked = ((): fc.Arbitrary<unknown> => {
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const choices = schema.anyOf ?? schema.allOf;
    if (choices) return fc.oneof(...choices.map((choice) => inputFor(choice, known)));
    switch ([schema.type].flat()[0]) {
      case 'object':
        return fc.record(
          Object.fromEntries(
            Object.entries(schema.properties ?? {}).map(([name, part]) => [name, inputFor(part, known)]),
          ),
          { requiredKeys: schema.required ?? [] },
        );
      case 'array':
        return fc.array(inputFor(schema.items ?? {}, known), { maxLength: 5 });
      case 'integer':
        return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000_000 });
      case 'number':
        return fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.double());
      case 'boolean':
        return fc.boolean();
      default:
        return textFor(schema, known);
    }
  })();
  return fc.oneof({ weight: 5, arbitrary: asked }, { weight: 1, arbitrary: hostileValue });
};

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Requests of an operation. `known` are texts that identify existing data. */
export const requestFor = (
  { path, parameters, body }: Operation,
  known: fc.Arbitrary<string>,
): fc.Arbitrary<{ address: string; body: string | undefined }> => {
  const valueOf = ({ schema }: Parameter) => inputFor(schema, known).map(asText);
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return fc
    .record({
      path: fc.record(Object.fromEntries(inPath.map((parameter) => [parameter.name, valueOf(parameter)]))),
      query: fc.record(Object.fromEntries(inQuery.map((parameter) => [parameter.name, valueOf(parameter)])), {
        requiredKeys: [],
      }),
      body: body ? inputFor(body, known).map((value) => JSON.stringify(value)) : fc.constant(undefined),
    })
    .map(({ path: inPath, query, body: sent }) => {
      const encode = (text: string) => encodeURIComponent(text.toWellFormed());
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(inPath[name] ?? ''));
      const search = Object.entries(query).map(([name, value]) => `${name}=${encode(value ?? '')}`);
      return { address: search.length > 0 ? `${filled}?${search.join('&')}` : filled, body: sent };
    });
};
