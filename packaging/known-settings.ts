import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  readonly description?: string;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly unit?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The keys of a job.yaml as an editor of settings offers them, from the schema in the documentation. */
export function knownSettings(root: string): readonly object[] {
  const schema = JSON.parse(readFileSync(join(root, 'docs/schema/job.schema.json'), 'utf8')) as Schema;
  return settingsIn('', schema);
}

function settingsIn(prefix: string, { properties = {} }: Schema): readonly object[] {
  return Object.entries(properties).flatMap(([name, one]) => {
    const key = `${prefix}${name}`;
    return one.properties === undefined ? [settingOf(key, one)] : settingsIn(`${key}.`, one);
  });
}

function settingOf(key: string, schema: Schema): object {
  const { description = '', unit, type, default: usual, example, enum: choices } = schema;
  // The first sentence, without addresses of the documentation.
  const [says = ''] = description.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').split(/(?<=\.) /);
  return { key, says, type, unit, usual: short(usual), example: short(example), choices };
}

/** What fits into a line of the form. */
function short(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length > 60 || text.includes('://') ? undefined : value;
}
