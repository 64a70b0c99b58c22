import * as z from 'zod/mini';
import { defaultOf, isSection, nameOf, type SettingsShape } from '../../base/setting-kinds/section.ts';
import type { Kind, Setting } from '../../base/setting-kinds/setting.ts';

/** Stored forms of the settings that no kind describes, by their paths in the file: `scope.hosts`. */
export type StoredSpecials = Readonly<Record<string, z.ZodMiniType>>;

/**
 * The stored forms of settings, by their names.
 *
 * `whole`: a setting that a stored job does not have is at its default.
 * `patch`: any of them, as overrides have them.
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
    return [[name, how === 'whole' ? orDefault(one, value) : z.exactOptional(value)]];
  });
  return Object.fromEntries(entries);
}

function orDefault(one: Setting<unknown, unknown>, value: z.ZodMiniType): z.ZodMiniType {
  const usual = defaultOf(one);
  if (usual !== undefined) return z._default(value, usual);
  return one.derived === true ? value : z.exactOptional(value);
}

const whole = z.int().check(z.minimum(0));

/** Only the type: another version may have other bounds, and what it stored must be read. */
function storedValue(is: Kind): z.ZodMiniType {
  switch (is.kind) {
    case 'flag':
      return is.more === undefined ? z.boolean() : z.union([z.boolean(), z.enum(is.more)]);
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
