import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { SchemaNode } from '../../../lib/config/schema/known-keys.ts';
import {
  changeSchema,
  eventSchemas,
  pointSchema,
  snapshotEndSchema,
} from '../../../lib/config/stored/change-schema.ts';
import type {
  ChangeLine,
  PageRecord,
  PointLine,
  SnapshotEnd,
} from '../../../lib/domain/collection/record.ts';
import { type Json, schemaBreaks } from '../../support/events/schema-breaks.ts';
import { mutations } from '../../support/events/schema-mutations.ts';

const root = new URL('../../../', import.meta.url);
const samples = new URL('test/fixtures/events/lines/', root);
const schemas = new URL('docs/schema/', root);
const read = (path: string, base = root) =>
  JSON.parse(readFileSync(new URL(path, base), 'utf8')) as SchemaNode;

/** Each schema of each version that was released, as it was then. */
const published = readdirSync(schemas, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .flatMap(({ name: version }) =>
    readdirSync(new URL(version, schemas)).map(
      (file) => [version, file.replace('.schema.json', '')] as const,
    ),
  );

/** A promise holds as long as `v` stays. */
const ofThisVersion = published.filter(
  ([version, name]) => !JSON.stringify(read(`${version}/${name}.schema.json`, schemas)).includes('"const":1'),
);

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
const end: SnapshotEnd = { v: 2, snapshot: { job: 'a', records: 0, point: '2026-11-22T00:00:00.000Z' } };
const point: PointLine = { v: 2, point: '2026-11-22T00:00:00.000Z' };

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
    expect(pointSchema.parse(point)).toEqual(point);
  });

  it.each(readdirSync(samples))('take every line of %s, which an earlier version wrote', (file) => {
    const lines = readFileSync(new URL(file, samples), 'utf8').trim().split('\n');
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) {
      const parsed = changeSchema.safeParse(JSON.parse(line));
      expect(parsed.error?.issues ?? []).toEqual([]);
    }
  });

  it('are kept of each version: a release copies docs/schema/*.schema.json of events to docs/schema/VERSION', () => {
    const { version } = read('package.json') as unknown as { readonly version: string };
    const names = published.filter(([of]) => of === version).map(([, name]) => name);
    expect(names.sort()).toEqual(Object.keys(eventSchemas()).sort());
  });

  it.each(ofThisVersion)('promise all that %s promised of %s', (version, name) => {
    const then = read(`${version}/${name}.schema.json`, schemas) as unknown as Json;
    expect(schemaBreaks(then, eventSchemas()[name] as unknown as Json)).toEqual([]);
  });
});

describe.each(Object.entries(eventSchemas()))('the comparison of schemas finds, in %s,', (_, schema) => {
  const then = schema as unknown as Json;
  const breaking = mutations(then);

  it('each field that went, has another type, may be absent or must be there, each value and bound that changed', () => {
    const kinds = new Set(breaking.map(({ kind }) => kind));
    expect(kinds).toContain('a field went');
    expect(kinds).toContain('a field must be there that was not');
    const unseen = breaking.filter(({ changed }) => schemaBreaks(then, changed).length === 0);
    expect(unseen.map(({ kind, at }) => `${kind}: ${at}`)).toEqual([]);
  });

  it('nothing where fields were added, or words changed', () => {
    const more = structuredClone(then) as { description?: string; properties: Record<string, unknown> };
    more.properties.more = { type: 'string' };
    more.description = 'other words';
    expect(schemaBreaks(then, more as never)).toEqual([]);
  });
});

it('the comparison knows every kind of change in the line of a change', () => {
  const kinds = new Set(mutations(eventSchemas().change as unknown as Json).map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(
    [
      'a bound changed',
      'a choice went',
      'a constant changed',
      'a field has another type',
      'a field may be absent',
      'a field must be there always',
      'a field must be there that was not',
      'a field went',
      'a list took a value more',
      'a list took a value less',
      'no more fields are let through',
    ].sort(),
  );
});
