import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { API, type Checker, type Symbol as Named, type Type } from 'typescript/unstable/sync';

const root = join(import.meta.dirname, '..');
export const answersFile = join(root, 'lib', 'faces', 'rest', 'answer-schemas.ts');

type Schema = Readonly<Record<string, unknown>>;

/** What a description of an answer goes into: deeper in, any value may stand. */
const mostDeep = 8;
/** Types that are described elsewhere, or whose parts are nobody's to rely on. */
const opaque = new Set([
  'JsonValue',
  'JobSettings',
  'Uint8Array',
  'Map',
  'ReadonlyMap',
  'Set',
  'ReadonlySet',
  'Date',
  'URL',
]);
const flags = {
  optional: 16_777_216,
};

/** Describes types as JSON has their values. */
function describer(checker: Checker) {
  const components: Record<string, Schema> = {};
  const names = new Map<number, string>();

  function of(type: Type, depth = 0): Schema {
    const text = checker.typeToString(type);
    const named = (type.getAliasSymbol() ?? type.getSymbol())?.name ?? text;
    if (depth > mostDeep || opaque.has(named) || opaque.has(text)) return {};
    if (type.isStringLiteralType()) return { type: 'string', const: type.value };
    if (type.isNumberLiteralType()) return { type: 'number', const: type.value };
    if (type.isBooleanLiteralType() || text === 'true' || text === 'false') return { type: 'boolean' };
    if (text === 'boolean' || text === 'string' || text === 'number' || text === 'null')
      return { type: text };
    if (type.isTemplateLiteralType()) return { type: 'string' };
    if (type.isUnionType()) return ofUnion(type.getTypes(), depth);
    if (type.isIntersectionType()) {
      const parts = type.getTypes();
      // A string with a brand.
      if (parts.some((one) => checker.typeToString(one) === 'string')) return { type: 'string' };
      return ofObject(type, depth);
    }
    if (checker.isTupleType(type)) return { type: 'array', items: {} };
    if (checker.isArrayType(type)) {
      const [item] = type.isTypeReference() ? checker.getTypeArguments(type) : [];
      return { type: 'array', items: item === undefined ? {} : of(item, depth + 1) };
    }
    return type.isObjectType() ? ofObject(type, depth) : {};
  }

  function ofUnion(types: readonly Type[], depth: number): Schema {
    const all = types.filter((one) => checker.typeToString(one) !== 'undefined').map((one) => of(one, depth));
    // JSON has nothing for an answer that is not there.
    if (depth === 0 && all.length < types.length) all.push({ type: 'null' });
    const distinct = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
    const [first] = distinct;
    if (distinct.length === 1 && first !== undefined) return first;
    if (distinct.every((one) => 'const' in one && one.type === 'string'))
      return { type: 'string', enum: distinct.map((one) => one.const).toSorted() };
    return { anyOf: distinct };
  }

  function ofObject(type: Type, depth: number): Schema {
    const name = (type.getAliasSymbol() ?? type.getSymbol())?.name ?? '';
    const [index] = checker.getIndexInfosOfType(type);
    const properties = checker.getPropertiesOfType(type).filter(({ name: own }) => !own.startsWith('__'));
    if (index !== undefined && properties.length === 0)
      return { type: 'object', additionalProperties: of(index.valueType, depth + 1) };
    const isNamed = type.getAliasSymbol() !== undefined || type.isClassOrInterface();
    if (!isNamed || !/^[A-Z]\w+$/.test(name) || type.getAliasTypeArguments().length > 0)
      return objectOf(properties, depth);
    const known = names.get(type.id);
    if (known !== undefined) return { $ref: `#/components/schemas/${known}` };
    const free = name in components ? `${name}${names.size}` : name;
    names.set(type.id, free);
    components[free] = {};
    components[free] = objectOf(properties, 0);
    return { $ref: `#/components/schemas/${free}` };
  }

  function objectOf(properties: readonly Named[], depth: number): Schema {
    const all = properties.map((one) => [one.name, one, checker.getTypeOfSymbol(one)] as const);
    const told = all.filter(([, , type]) => type && checker.getSignaturesOfType(type, 0).length === 0);
    const required = told.filter(([, symbol]) => (symbol.flags & flags.optional) === 0).map(([name]) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(told.map(([name, , type]) => [name, of(type as Type, depth + 1)])),
      ...(required.length > 0 && { required }),
    };
  }
  return { of, components };
}

/** The schemas of what operations answer, read from the types of what they show. */
export function answerSchemas(): { readonly answers: Schema; readonly components: Schema } {
  const file = join(root, 'lib', 'operations', 'all-answers.ts');
  writeFileSync(
    file,
    `import type { AnswerOf, OperationName } from './order.ts';\nexport type All = { readonly [N in OperationName]: AnswerOf<N> };\n`,
  );
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] });
    const project = snapshot.getProject(join(root, 'tsconfig.json'));
    const source = project?.program.getSourceFile(file);
    if (project === undefined || source === undefined) throw new Error('the types cannot be read');
    const { checker } = project;
    const module = checker.getSymbolAtLocation(source);
    const all = module && checker.getExportsOfModule(module).find(({ name }) => name === 'All');
    if (all === undefined) throw new Error('the type of all answers is not found');
    const { of, components } = describer(checker);
    const answers = checker
      .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(all))
      .map((one) => [one.name, of(checker.getTypeOfSymbol(one) as Type)] as const);
    return { answers: Object.fromEntries(answers), components };
  } finally {
    api.close();
    rmSync(file);
  }
}

/** The module that has them: as text, which no compiler has to read. */
export function answersModule(schemas: ReturnType<typeof answerSchemas>): string {
  const text = JSON.stringify(schemas).replaceAll('\\', '\\\\').replaceAll("'", "\\'");
  return `// Made from the types of what operations answer by \`npm run docs\`.
type Schema = Readonly<Record<string, unknown>>;

/** What operations answer, by their names, and what is in it. */
export const answerSchemas: {
  readonly answers: Schema;
  readonly components: Schema;
} = JSON.parse(
  '${text}',
);
`;
}

if (import.meta.main) writeFileSync(answersFile, answersModule(answerSchemas()));
