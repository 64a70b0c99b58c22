import * as z from 'zod/mini';
import { isSection, nameOf, type SettingsShape, valueBefore } from '../../base/setting-kinds/section.ts';
import type { Kind, Setting } from '../../base/setting-kinds/setting.ts';

/** Stored forms of the settings that no kind describes, by their paths in the file: `scope.hosts`. */
export type StoredSpecials = Readonly<Record<string, z.ZodMiniType>>;

/**
 * The stored forms of settings, by their names.
 *
 * `whole`: what a job does not have that was stored before there was a setting is what held then, so that a stack that
 * is upgraded crawls on as it did until its jobs are deployed again. `patch`: any of them, as overrides have them.
 */
export function storedShape(
  shape: SettingsShape,
  specials: StoredSpecials,
  how: 'whole' | 'patch' = 'whole',
  prefix = '',
): Readonly<Record<string, z.ZodMiniType>> {
  const entries = Object.entries(shape).flatMap(([key, one]) => {
    const name = nameOf(key, one);
    if (name === '') return [];
    const path = `${prefix}${key}`;
    if (isSection(one)) {
      const keys = z.strictObject(storedShape(one.keys, specials, how, `${path}.`));
      return [[name, how === 'whole' ? z.prefault(keys, {}) : z.exactOptional(keys)]];
    }
    const value = specials[path] ?? storedValue(one.is);
    return [[name, how === 'whole' ? orBefore(one, value) : z.exactOptional(value)]];
  });
  return Object.fromEntries(entries);
}

function orBefore(one: Setting<unknown, unknown>, value: z.ZodMiniType): z.ZodMiniType {
  const before = valueBefore(one);
  if (before !== undefined) return z._default(value, before);
  return one.derived === true ? value : z.exactOptional(value);
}

const whole = z.int().check(z.minimum(0));

/** Only the type: another version may have other bounds, and what it stored must be read. */
function storedValue(is: Kind): z.ZodMiniType {
  switch (is.kind) {
    case 'flag':
      return z.boolean();
    case 'whole':
      return z.int().check(z.minimum(Math.min(is.min, 1)));
    case 'number':
      return z.number();
    case 'seconds':
      return whole;
    case 'choice':
      return z.enum(is.values);
    case 'text':
      return z.string();
    case 'list':
      return z.array(storedValue(is.of));
    case 'table':
      return z.record(z.string(), whole);
    default:
      throw new Error(`no kind describes it: ${is.kind}`);
  }
}
