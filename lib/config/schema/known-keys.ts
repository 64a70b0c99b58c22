import * as z from 'zod';
import { byName } from '../../base/by-name.ts';
import { jobSchema } from './job-schema.ts';

/** A part of the schema as JSON Schema says it, with our own notes (`FieldNotes`) among its annotations. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly unit?: string;
  readonly why?: string;
  readonly expected?: string;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly propertyNames?: SchemaNode;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, SchemaNode>>;
}

let jobNode: SchemaNode | undefined;

/** job.yaml as a JSON Schema (2020-12), for editors and for everything here that explains it. Made when it is first asked for. */
export function jobJsonSchema(): SchemaNode {
  jobNode ??= z.toJSONSchema(jobSchema, { io: 'input' }) as SchemaNode;
  return jobNode;
}

export interface KnownKey {
  /** With the section: `politeness.waitIntervalHost`. */
  readonly path: string;
  readonly key: string;
  readonly node: SchemaNode;
}

export interface KnownSection {
  /** Empty for the keys at the top. */
  readonly name: string;
  readonly description: string;
  readonly keys: readonly KnownKey[];
}

/** The keys of job.yaml in the order of the schema: those at the top first, then section by section. */
export function knownSections(root: SchemaNode = jobJsonSchema()): readonly KnownSection[] {
  const top: KnownKey[] = [];
  const sections: KnownSection[] = [];
  for (const [key, node] of Object.entries(root.properties ?? {})) {
    if (node.properties === undefined) {
      top.push({ path: key, key, node });
      continue;
    }
    const keys = Object.entries(node.properties).map(([inner, child]) => ({
      path: `${key}.${inner}`,
      key: inner,
      node: child,
    }));
    sections.push({ name: key, description: node.description ?? '', keys });
  }
  return [{ name: '', description: 'At the top of the file.', keys: top }, ...sections];
}

/** The part of the schema that a path leads to; where there are alternatives, the one with known keys. */
export function nodeAt(
  path: readonly PropertyKey[],
  root: SchemaNode = jobJsonSchema(),
): SchemaNode | undefined {
  let node: SchemaNode | undefined = root;
  for (const step of path) {
    if (node === undefined) return undefined;
    const parent: SchemaNode = withKeys(definedAs(node, root));
    if (typeof step === 'number') node = parent.items;
    else
      node =
        parent.properties?.[String(step)] ??
        (typeof parent.additionalProperties === 'object' ? parent.additionalProperties : undefined);
  }
  return node;
}

/** The keys that may stand at a path. */
export function keysAt(path: readonly PropertyKey[], root: SchemaNode = jobJsonSchema()): readonly string[] {
  const node = nodeAt(path, root);
  return node === undefined ? [] : Object.keys(withKeys(node).properties ?? {});
}

/** Whether true and false may stand there. */
export function isFlag({ type, anyOf }: SchemaNode): boolean {
  return type === 'boolean' || anyOf?.some(isFlag) === true;
}

function withKeys(node: SchemaNode): SchemaNode {
  // Kinds of entries, told apart by one of their keys: any key of theirs may be meant.
  if (node.oneOf !== undefined)
    return { properties: Object.assign({}, ...node.oneOf.toReversed().map((one) => one.properties)) };
  return node.anyOf?.find((branch) => branch.properties !== undefined) ?? node;
}

const nouns = byName({
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
});

/** What should have stood there, as a noun phrase: `a number of seconds from 0 to 86400`. */
export function expectation(node: SchemaNode): string {
  if (node.expected !== undefined) return node.expected;
  if (node.enum !== undefined) return `one of ${node.enum.join(', ')}`;
  if (node.type === 'integer' || node.type === 'number') {
    const noun = node.type === 'integer' ? 'a whole number' : 'a number';
    return `${noun}${node.unit === undefined ? '' : ` of ${node.unit}`} from ${node.minimum} to ${node.maximum}`;
  }
  const branches = node.anyOf?.map(expectation);
  if (branches !== undefined) return branches.join(' or ');
  return nouns.get(String(node.type)) ?? 'something else';
}

/** What a reference stands for. */
function definedAs(node: SchemaNode, root: SchemaNode): SchemaNode {
  const name = node.$ref?.split('/').at(-1);
  return (name === undefined ? undefined : root.$defs?.[name]) ?? node;
}
