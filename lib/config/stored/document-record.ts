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

What the collection has of a page, as indexers get it in a [change](events.md) and plug-ins see most of it. One record is one content, whatever
URLs lead to it: its \`md5\` names it. [schema/change.schema.json](schema/change.schema.json) is the JSON Schema of a change with its
record; \`lib/domain/collection/record.ts\` has the types with their units.

Fields are only ever added, and none changes its meaning: pass over those that you do not know. Fields with a setting are there where
the job wants them ([documents.md](documents.md)); \`winnow reanalyse\` brings them to records that were made before.

| field | type | | setting |
|---|---|---|---|
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
  return `${introduction}${rowsOf(schema, '').join('\n')}\n${example}`;
}

function rowsOf({ properties = {}, required = [] }: Node, above: string): readonly string[] {
  return Object.entries(properties).flatMap(([name, node]) => {
    const path = `${above}${name}`;
    const optional = required.includes(name) ? '' : ', perhaps absent';
    const cells = [`\`${path}\``, typeOf(node) + optional, node.description ?? '', settings.get(path) ?? ''];
    const row = `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    // Lists of objects are shown with what one of them has.
    const inside = node.properties === undefined ? node.items : node;
    return [row, ...(inside === undefined ? [] : rowsOf(inside, `${path}${inside === node ? '.' : '[].'}`))];
  });
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
