import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { section, settingsOf } from '../../../lib/base/setting-kinds/section.ts';
import { choice, list, named, seconds, special, text } from '../../../lib/base/setting-kinds/setting.ts';
import { fileSchemas } from '../../../lib/config/schema/section-schema.ts';
import { storedShape } from '../../../lib/config/stored/stored-shape.ts';

const notes = { description: 'Of no matter.' };
const shape = {
  apples: section('Apples.', {
    between: named('gapMs', seconds(0, 100, 60, { ...notes, before: 5 })),
    kind: choice(['red', 'green'], 'red', notes),
    names: list({ form: 'host' }, { max: 2 }, [], notes),
    note: text({ max: 3 }, undefined, notes),
    rows: special({ rows: 1 }, ({ rows }: { rows: number }) => rows, notes),
  }),
};
const file = z.strictObject(fileSchemas(shape, { 'apples.rows': z.object({ rows: z.int() }) }));
const stored = mini.strictObject(storedShape(shape, { 'apples.rows': mini.int() }));
const patch = mini.strictObject(storedShape(shape, { 'apples.rows': mini.int() }, 'patch'));

const given = (apples: object) => settingsOf(shape, file.parse({ apples }) as never);

describe('one description of a section', () => {
  it('gives the file its defaults, in the units and names of the settings', () => {
    expect(settingsOf(shape, file.parse({}) as never)).toEqual({
      apples: { gapMs: 60_000, kind: 'red', names: [], rows: 1 },
    });
    expect(given({ between: 0.5, names: ['EXAMPLE.org'], note: 'abc' }).apples).toMatchObject({
      gapMs: 500,
      names: ['example.org'],
      note: 'abc',
    });
  });

  it('bounds what the file may say', () => {
    const wrong = [{ between: 101 }, { kind: 'blue' }, { names: ['a/b'] }, { note: 'abcd' }, { nme: 'a' }];
    for (const apples of wrong) expect(file.safeParse({ apples }).success).toBe(false);
  });

  it('annotates the JSON Schema', () => {
    const schema = z.toJSONSchema(file, { io: 'input' });
    expect(schema).toHaveProperty('properties.apples.properties.between', {
      ...{ type: 'number', minimum: 0, maximum: 100, default: 60 },
      ...{ description: 'Of no matter.', unit: 'seconds' },
    });
  });

  it('reads what was stored, and what held before where a setting is missing', () => {
    const settings = given({ between: 3, note: 'abc' });
    expect(stored.parse(settings)).toEqual(settings);
    const before = { gapMs: 5_000, kind: 'red', names: [], rows: 1 };
    expect(stored.parse({ apples: {} })).toEqual({ apples: before });
    expect(stored.parse({})).toEqual({ apples: before });
    expect(stored.safeParse({ apples: { between: 3 } }).success).toBe(false);
  });

  it('reads what a version of other bounds stored', () => {
    const apples = { ...given({}).apples, gapMs: 1_000_000_000, note: 'abcdef' };
    expect(stored.parse({ apples })).toEqual({ apples });
  });

  it('fills nothing into an override', () => {
    expect(patch.parse({ apples: { kind: 'green' } })).toEqual({ apples: { kind: 'green' } });
    expect(patch.parse({})).toEqual({});
  });
});
