import { yamlValue } from '../../base/json.ts';
import { type KnownSection, knownSections, nodeAt, type SchemaNode } from '../schema/known-keys.ts';
import { matchKeys } from '../schema/overrides-schema.ts';
import { defaultValue, range } from './show-value.ts';

const introduction = `# Configuration: job.yaml

<!-- Generated from lib/capabilities/declared.ts by \`npm run docs\`; a test fails when it differs. -->

A job is one crawl. Its directory holds \`job.yaml\` (YAML 1.2, UTF-8); \`winnow init DIR\` writes a short one, with \`--full\` one with every
key. Every key may be left out; a limit without a default holds only if you set it. \`winnow config\` prints every value. Unknown and
repeated keys are refused, with line, column and the nearest known key. Durations are in seconds, fractions allowed; sizes in bytes.
Editors know the keys by [job.schema.json](schema/job.schema.json), which the first line of a new file names. Settings for some hosts or
paths only: [layers.md](layers.md).
`;

/** docs/configuration.md: a table for each section of job.yaml. */
export function documentSchema(): string {
  const sections = knownSections().map(documentSection);
  return `${[introduction, ...sections, documentFilter(), documentExtract(), documentSinks(), documentOverride()].join('\n')}`;
}

function documentSection({ name, description, keys }: KnownSection): string {
  return [
    `## ${name === '' ? 'The job' : `\`${name}\``}`,
    '',
    description,
    '',
    ...table(keys.map(({ key, node }) => ({ key, node }))),
    '',
  ].join('\n');
}

/** The keys that only an entry has; the others mean what they mean in `topic`, and stand there. */
function documentFilter(): string {
  const entry = nodeAt(['topic', 'filters', 0]);
  const keys = Object.entries(entry?.properties ?? {}).map(([key, node]) => ({ key, node }));
  const isOfTopic = ({ key, node }: (typeof keys)[number]) =>
    nodeAt(['topic', key])?.description === node.description;
  const shared = keys.filter(isOfTopic).map(({ key }) => `\`${key}\``);
  return [
    '## An entry of `topic.filters`',
    '',
    entry?.description ?? '',
    '',
    ...table(keys.filter((one) => !isOfTopic(one))),
    '',
    `The others mean what they mean in [\`topic\`](#topic), whose values hold where an entry has none: ${shared.join(', ')}.`,
    '',
  ].join('\n');
}

/** What every sink may say, then what each type adds. */
function documentSinks(): string {
  const kinds = nodeAt(['sinks'])?.items?.oneOf ?? [];
  const isOfAll = (key: string): boolean => ['name', 'to', 'where'].includes(key);
  const rows = kinds.flatMap(({ properties = {} }, at) => {
    const { to } = properties;
    const own = Object.entries(properties).filter(([key]) => (isOfAll(key) ? at === 0 : true));
    return own.map(([key, node]) => ({ key: isOfAll(key) ? key : `${to?.const}.${key}`, node }));
  });
  return ['## An entry of `sinks`', '', ...table(rows), ''].join('\n');
}

/** The keys of one extraction rule stand one level deeper than the sections. */
function documentExtract(): string {
  const rule = nodeAt(['extract', 'field'])?.anyOf?.find((branch) => branch.properties !== undefined);
  const keys = Object.entries(rule?.properties ?? {}).map(([key, node]) => ({ key, node }));
  return ['## A rule of `extract`', '', `${rule?.description ?? ''}`, '', ...table(keys), ''].join('\n');
}

/** Whom an override is for; what it may set stands among the layers. */
function documentOverride(): string {
  const entry = nodeAt(['overrides', 0]);
  const keys = matchKeys.map((key) => ({ key, node: entry?.properties?.[key] ?? {} }));
  return ['## An entry of `overrides`', '', `${entry?.description ?? ''}`, '', ...table(keys), ''].join('\n');
}

function table(rows: readonly { readonly key: string; readonly node: SchemaNode }[]): readonly string[] {
  return [
    '| key | meaning | default; range |',
    '|---|---|---|',
    ...rows.map(({ key, node }) =>
      ['', `\`${key}\``, [node.description, node.why].filter(Boolean).join(' '), valuesOf(node), '']
        .map((cell) => cell.replaceAll('|', '\\|'))
        .join(' | ')
        .trim(),
    ),
  ];
}

/** The default and what else may be said; without a default, an example. */
function valuesOf(node: SchemaNode): string {
  const usual = shortened(defaultValue(node));
  const shown =
    usual === '' ? example(node) : `\`${usual.replace(' (', '` (')}${usual.includes(' (') ? '' : '`'}`;
  if (node.type === 'boolean') return shown;
  const allowed = [range(node).replace(' – ', '–'), isNumber(node) ? node.unit : undefined]
    .filter(Boolean)
    .join(' ');
  return usual === '' ? [allowed, shown].filter(Boolean).join(', ') : `${shown}; ${allowed}`;
}

/** A list that would fill a screen ends early; `winnow config` prints it whole. */
function shortened(list: string): string {
  const entries = list.split(', ');
  return entries.length <= 30
    ? list
    : `${entries.slice(0, 12).join(', ')}, … and ${entries.length - 12} more]`;
}

function isNumber({ type }: SchemaNode): boolean {
  return type === 'integer' || type === 'number';
}

function example(node: SchemaNode): string {
  return node.example === undefined ? '' : `e.g. \`${yamlValue(node.example)}\``;
}
