import * as z from 'zod';
import { byName } from '../../base/by-name.ts';
import { recordSchema } from './change-schema.ts';

/** The parts of a JSON Schema that the page shows. */
interface Node {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly additionalProperties?: Node | boolean;
  readonly anyOf?: readonly Node[];
  readonly const?: unknown;
}

const introduction = `# The record

<!-- Generated from lib/config/stored/change-schema.ts by \`npm run docs\`; a test fails when it differs. -->

What the collection has of a page, as indexers get it in a [change](events.md). One record is one content, whatever URLs lead to it.
[change.schema.json](schema/change.schema.json) is the JSON Schema, \`lib/domain/collection/record.ts\` has the types.

Fields are only ever added, and none changes its meaning: pass over those that you do not know. A field with \`?\` may be absent. One
with a setting behind it is there where the job wants it ([documents.md](documents.md)); \`winnow reanalyse\` brings it to older records.

| field | type | |
|---|---|---|
`;

const example = `
## An example

Of the source of a paper in the example web (\`library/sundew-speed.tex\`), with \`content.main\`, some fields:

\`\`\`json
{
  "mediaType": "text/x-tex",
  "title": "How fast does a sundew bend?",
  "headings": [
    { "level": 1, "text": "How fast does a sundew bend?" },
    { "level": 2, "text": "The question" },
    { "level": 2, "text": "What we saw" },
    { "level": 2, "text": "Further reading" }
  ],
  "main": { "kind": "article", "author": "A reader of the Library" }
}
\`\`\`
`;

/** What a job has to set for a field to be there. */
const settings = byName({
  main: '`content.main`',
  markdown: '`content.markdown`',
  detectedLanguage: '`content.language`',
  data: '`content.data`',
  minHashes: '`content.nearDuplicates`',
  nearDuplicateOf: '`content.nearDuplicates`',
  ranks: '`winnow ranks --write`',
  analysis: '`analysis`',
  fields: '`extract`, `analysers`',
  topic: '`topic`',
});

/** The page about the record, from its schema: every field, and those inside of it. */
export function documentRecord(): string {
  const schema = z.toJSONSchema(recordSchema) as unknown as Node;
  return `${introduction}${together(rowsOf(schema, '')).join('\n')}\n${example}`;
}

interface Row {
  readonly field: string;
  /** Its type and what is said of it. */
  readonly cells: string;
}

/** Fields that follow each other and of which the same is said share a row. */
function together(rows: readonly Row[]): readonly string[] {
  const shared: { fields: string[]; cells: string }[] = [];
  for (const { field, cells } of rows) {
    const last = shared.at(-1);
    if (last?.cells === cells) last.fields.push(field);
    else shared.push({ fields: [field], cells });
  }
  return shared.map(
    ({ fields, cells }) => `| ${fields.map((field) => `\`${field}\``).join(', ')} | ${cells} |`,
  );
}

function rowsOf(node: Node, above: string): readonly Row[] {
  const { properties = {}, required = [] } = node;
  const [first, ...others] = Object.values(properties);
  // Fields that are all of one form are shown with what one of them has.
  const isShared = others.length > 0 && others.every((one) => JSON.stringify(one) === JSON.stringify(first));
  const rows = Object.entries(properties).flatMap(([name, inner]) => {
    const path = `${above}${name}`;
    const optional = required.includes(name) ? '' : '?';
    const setting = settings.get(path);
    const said = [inner.description, setting && `(${setting})`].filter(Boolean).join(' ');
    const cells = [typeOf(inner) + optional, said].map((cell) => cell.replaceAll('|', '\\|')).join(' | ');
    return [{ field: path, cells }, ...(isShared ? [] : inside(inner, path))];
  });
  return isShared && first !== undefined ? [...rows, ...inside(first, `${above}*`)] : rows;
}

/** Fields inside of a field; lists of objects are shown with what one of them has. */
function inside(node: Node, path: string): readonly Row[] {
  if (node.properties !== undefined) return rowsOf(node, `${path}.`);
  return node.items === undefined ? [] : rowsOf(node.items, `${path}[].`);
}

function typeOf({ type, items, additionalProperties, anyOf, const: only }: Node): string {
  if (only !== undefined) return JSON.stringify(only);
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ');
  if (type === 'array') return `list of ${items === undefined ? 'anything' : typeOf(items)}`;
  if (typeof additionalProperties === 'object' && type === 'object' && isTable(additionalProperties))
    return `table of ${typeOf(additionalProperties)}`;
  return type ?? 'anything';
}

function isTable(values: Node): boolean {
  return Object.keys(values).length > 0;
}
