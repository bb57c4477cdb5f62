// A Vite plugin for the browser's bundle. The browser only needs the method and path of a call. The schemas, which
// only the server validates, would add all of Zod to every page. Forms still get the schemas that they validate with.
import { readFile } from 'node:fs/promises';

const NEEDED = new Set(['method', 'path', 'authorization']);
const FROM_WEB = /^#contract\/[\w-]+\.ts$/;
const SLIM = /\/contract\/[\w-]+\.slim\.ts$/;

/** Expressions that bundlers recognize as free of side effects. */
const HARMLESS =
  /^(Literal|Identifier|ArrowFunctionExpression|FunctionExpression|TemplateLiteral|UnaryExpression)$/;
const slimName = (path) => path.replace(/\.ts$/, '.slim.ts');
const isImport = ({ type }) => type === 'ImportDeclaration';

/** Redirects the front end's imports that include no schema to the slim file. */
const slimImports = ({ body }) =>
  body
    .filter(isImport)
    .filter(({ source }) => FROM_WEB.test(source.value))
    .filter(({ specifiers }) => specifiers.every(({ imported }) => !imported?.name.endsWith('Schema')))
    .map(({ source: { start, end, value } }) => ({ start, end, by: `'${slimName(value)}'` }));

/** Redirects the imports of a slim file to other slim files and drops schemas, whose results are never used. */
const innerImports = ({ body }) =>
  body.filter(isImport).map(({ start, end, source, specifiers }) => {
    const names = specifiers.map(({ local }) => local.name);
    const isLeftOut = (name) => source.value === 'zod' || name.endsWith('Schema');
    const others = names.filter((name) => !isLeftOut(name));
    const lines = [
      ...names.filter(isLeftOut).map((name) => `const ${name} = undefined;`),
      ...(others.length > 0 ? [`import { ${others.join(', ')} } from '${slimName(source.value)}';`] : []),
    ];
    return { start, end, by: lines.join('\n') };
  });

/** Replaces parts of a text, last to first, so that earlier positions stay valid. */
const replaceAll = (code, parts) =>
  parts
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), code);

/** The call of `defineCall` without the properties that only the server reads. */
const slimCall = (code, { callee, arguments: [call] }) => {
  const needed = call.properties.filter(({ key }) => key === undefined || NEEDED.has(key.name));
  return `${callee.name}({ ${needed.map(({ start, end }) => code.slice(start, end)).join(', ')} })`;
};

/** Marks what a file of the contract creates as removable if unused, because creating it has no side effects. */
const slimValues = (code, { body }) =>
  body
    .map((statement) => statement.declaration ?? statement)
    .flatMap(({ type, declarations }) => (type === 'VariableDeclaration' ? declarations : []))
    .map(({ init }) => init)
    .filter((init) => init && !HARMLESS.test(init.type))
    .map((init) => {
      const isCall = init.callee?.name === 'defineCall';
      const value = isCall ? slimCall(code, init) : code.slice(init.start, init.end);
      return { start: init.start, end: init.end, by: `/* @__PURE__ */ (() => (${value}))()` };
    });

export const slimContract = () => ({
  name: 'slim-contract',
  enforce: 'post',
  apply: (_config, { isSsrBuild }) => !isSsrBuild,
  load: (id) => (SLIM.test(id) ? readFile(id.replace('.slim.ts', '.ts'), 'utf8') : null),
  async resolveId(source, importer) {
    if (!source.endsWith('.slim.ts')) return null;
    const resolved = await this.resolve(source.replace('.slim.ts', '.ts'), importer);
    return { id: resolved.id.replace(/\.ts$/, '.slim.ts'), moduleSideEffects: false };
  },
  transform(code, id) {
    if (SLIM.test(id)) {
      const program = this.parse(code);
      return { code: replaceAll(code, [...innerImports(program), ...slimValues(code, program)]), map: null };
    }
    if (!/\/web\/.*\.tsx?$/.test(id) || !code.includes('#contract/')) return null;
    return { code: replaceAll(code, slimImports(this.parse(code))), map: null };
  },
});
