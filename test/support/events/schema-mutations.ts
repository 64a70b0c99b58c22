import type { Json } from './schema-breaks.ts';

/** A schema with one change in it that would hurt somebody. */
export interface Mutation {
  readonly kind: string;
  /** JSON pointer to what was changed. */
  readonly at: string;
  readonly changed: Json;
}

type Tree = { [key: string]: unknown };

const bounds = ['minimum', 'maximum', 'pattern', 'format', 'minLength', 'maxItems'];

/** Every way in which one place of a schema can break a promise, at every place. */
export function mutations(schema: Json): readonly Mutation[] {
  const found: Mutation[] = [];
  for (const path of placesOf(schema)) {
    const change = (kind: string, how: (node: Tree) => void): void => {
      const changed = structuredClone(schema) as Json;
      how(at(changed, path));
      found.push({ kind, at: `/${path.join('/')}`, changed });
    };
    const node = at(schema, path);
    const required = (node.required ?? []) as readonly string[];
    for (const name of Object.keys((node.properties ?? {}) as Tree)) {
      const properties = (of: Tree) => of.properties as Tree;
      change('a field went', (of) => delete properties(of)[name]);
      change('a field has another type', (of) => {
        properties(of)[name] = { type: 'array', items: { type: 'array' } };
      });
      if (required.includes(name))
        change('a field may be absent', (of) => {
          of.required = required.filter((other) => other !== name);
        });
      else
        change('a field must be there always', (of) => {
          of.required = [...required, name];
        });
    }
    if (node.type === 'object' && node.properties !== undefined) {
      change('a field must be there that was not', (of) => {
        (of.properties as Tree).more = { type: 'string' };
        of.required = [...required, 'more'];
      });
      change('no more fields are let through', (of) => {
        of.additionalProperties = false;
      });
    }
    if (Array.isArray(node.enum)) {
      const values = node.enum as readonly unknown[];
      change('a list took a value more', (of) => {
        of.enum = [...values, 'more'];
      });
      change('a list took a value less', (of) => {
        of.enum = values.slice(1);
      });
    }
    if (node.const !== undefined)
      change('a constant changed', (of) => {
        of.const = 'another';
      });
    if (Array.isArray(node.anyOf))
      change('a choice went', (of) => {
        of.anyOf = (node.anyOf as readonly unknown[]).slice(1);
      });
    for (const bound of bounds.filter((name) => node[name] !== undefined))
      change('a bound changed', (of) => delete of[bound]);
  }
  return found;
}

/** The ways to all schemas in a schema. */
function placesOf(
  node: unknown,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (typeof node !== 'object' || node === null) return [];
  const { properties, items, additionalProperties, propertyNames, anyOf } = node as Tree;
  const below = (child: unknown, ...steps: readonly (string | number)[]) =>
    placesOf(child, [...path, ...steps]);
  return [
    path,
    ...Object.entries((properties ?? {}) as Tree).flatMap(([name, child]) =>
      below(child, 'properties', name),
    ),
    ...below(items, 'items'),
    ...below(additionalProperties, 'additionalProperties'),
    ...below(propertyNames, 'propertyNames'),
    ...((anyOf ?? []) as readonly unknown[]).flatMap((child, index) => below(child, 'anyOf', index)),
  ];
}

function at(schema: Json, path: readonly (string | number)[]): Tree {
  return path.reduce<unknown>((node, step) => (node as Tree)[step], schema) as Tree;
}
