import type { Json } from './schema-breaks.ts';

/** The fields of a value that its JSON Schema lets through without naming them, as paths. */
export function unnamedFields(value: unknown, schema: Json | undefined, path = ''): readonly string[] {
  const { properties, items } = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly items?: Json;
  };
  if (Array.isArray(value)) return value.flatMap((one) => unnamedFields(one, items, `${path}[]`));
  if (properties === undefined || typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name in properties
      ? unnamedFields(child, properties[name], `${path}.${name}`)
      : [`${path}.${name} has no place in the schema`],
  );
}
