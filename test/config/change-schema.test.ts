import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { changeSchema, eventSchemas, snapshotEndSchema } from '../../lib/config/change-schema.ts';
import type { SchemaNode } from '../../lib/config/known-keys.ts';
import type { ChangeLine, PageRecord, SnapshotEnd } from '../../lib/domain/record.ts';
import { type Json, schemaBreaks } from '../support/schema-breaks.ts';

const root = new URL('../../', import.meta.url);
const samples = new URL('test/fixtures/events/', root);
const read = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8')) as SchemaNode;
const published = readdirSync(new URL('schemas/', samples));

/** tsc fails where the schema has not the fields of the type. */
type SameFields<A, B> = [keyof A] extends [keyof B] ? ([keyof B] extends [keyof A] ? true : false) : false;
type Line = z.output<typeof changeSchema>;
type Of<T, K extends keyof T> = NonNullable<T[K]>;
const sameFields: readonly [
  SameFields<ChangeLine, Line>,
  SameFields<PageRecord, Of<Line, 'record'>>,
  SameFields<PageRecord['response'], Of<Line, 'record'>['response']>,
  SameFields<Of<PageRecord, 'topic'>, Of<Of<Line, 'record'>, 'topic'>>,
  SameFields<PageRecord['links'][number], Of<Line, 'record'>['links'][number]>,
] = [true, true, true, true, true];
const end: SnapshotEnd = { v: 1, snapshot: { job: 'a', records: 0, point: '2026-11-22T00:00:00.000Z' } };

describe('the schemas of what indexers read', () => {
  it.each(Object.entries(eventSchemas()))(
    'of %s is published as it is in the code (npm run docs)',
    (name, schema) => {
      expect(read(`docs/schema/${name}.schema.json`)).toEqual(schema);
    },
  );

  it('have the fields of the types, and no other', () => {
    expect(sameFields).not.toContain(false);
    expect(snapshotEndSchema.parse(end)).toEqual(end);
  });

  it.each(readdirSync(new URL('lines/', samples)))(
    'take every line of %s, which an earlier version wrote',
    (file) => {
      const lines = readFileSync(new URL(`lines/${file}`, samples), 'utf8')
        .trim()
        .split('\n');
      expect(lines.length).toBeGreaterThan(2);
      for (const line of lines) {
        const parsed = changeSchema.safeParse(JSON.parse(line));
        expect(parsed.error?.issues ?? []).toEqual([]);
      }
    },
  );

  it.each(published)('promise all that %s, published before, promised', (file) => {
    const [name = ''] = file.split('.v');
    const now = eventSchemas()[name] as unknown as Json;
    const then = JSON.parse(readFileSync(new URL(`schemas/${file}`, samples), 'utf8')) as Json;
    expect(schemaBreaks(then, now)).toEqual([]);
  });
});

describe('the comparison of schemas', () => {
  const schema = eventSchemas().change as unknown as Json;
  const paths = pathsOf(schema);

  it('finds each field that went, changed its type, or may now be absent', () => {
    expect(paths.length).toBeGreaterThan(80);
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.constantFrom('gone', 'type', 'optional'), (path, how) => {
        // biome-ignore lint/suspicious/noExplicitAny: any place in a tree of JSON
        const changed = structuredClone(schema) as any;
        const parent = path.slice(0, -2).reduce((node, key) => node[key], changed) as {
          properties: Record<string, unknown>;
          required?: string[];
        };
        const field = path.at(-1) as string;
        if (how === 'gone') delete parent.properties[field];
        else if (how === 'type') parent.properties[field] = { type: 'array', items: { type: 'array' } };
        else if (!parent.required?.includes(field)) return;
        else parent.required = parent.required.filter((name) => name !== field);
        expect(schemaBreaks(schema, changed)).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('lets fields be added, and words be changed', () => {
    const more = structuredClone(schema) as { description?: string; properties: Record<string, unknown> };
    more.properties.more = { type: 'string' };
    more.description = 'other words';
    expect(schemaBreaks(schema, more as never)).toEqual([]);
  });
});

/** The ways to all fields, through objects and lists. */
function pathsOf(node: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return [];
  const { properties, items } = node as Record<string, Json>;
  const own = Object.entries((properties ?? {}) as Record<string, Json>).flatMap(([name, child]) => {
    const here = [...path, 'properties', name];
    return [here, ...pathsOf(child, here)];
  });
  return items === undefined ? own : [...own, ...pathsOf(items, [...path, 'items'])];
}
