import * as z from 'zod';
import { isSection, type SettingsSection, type SettingsShape } from '../../base/setting-kinds/section.ts';
import type { Kind, Setting } from '../../base/setting-kinds/setting.ts';
import { textSchema } from './text-forms.ts';

/** What a file may say of the settings that no kind describes, by their paths: `scope.hosts`. */
export type SpecialSchemas = Readonly<Record<string, z.ZodType>>;

/** What a file may say of each of these settings. Its description, unit and the like are annotations. */
export function fileSchemas(
  shape: SettingsShape,
  specials: SpecialSchemas,
  prefix = '',
): Readonly<Record<string, z.ZodType>> {
  const entries = Object.entries(shape).map(([key, one]) => {
    const path = `${prefix}${key}`;
    if (isSection(one)) return [key, sectionSchema(one, specials, path)];
    const schema = specials[path] ?? valueSchema(one.is);
    return [key, one.is.kind === 'elsewhere' ? schema : settingSchema(one, schema)];
  });
  return Object.fromEntries(entries);
}

/** A mapping of known keys. It may be left out, or left empty: every key of it may. */
function sectionSchema(
  { description, keys }: SettingsSection<SettingsShape>,
  specials: SpecialSchemas,
  path: string,
): z.ZodType {
  return z
    .strictObject(fileSchemas(keys, specials, `${path}.`))
    .prefault({})
    .meta({ description });
}

function settingSchema({ notes, fallback }: Setting<unknown, unknown>, schema: z.ZodType): z.ZodType {
  return (fallback === undefined ? schema.optional() : schema.default(fallback)).meta({ ...notes });
}

function valueSchema(is: Kind): z.ZodType {
  switch (is.kind) {
    case 'flag':
      return is.more === undefined ? z.boolean() : z.union([z.boolean(), z.enum(is.more)]);
    case 'whole':
      return z.int().min(is.min).max(is.max);
    case 'number':
    case 'seconds':
      return z.number().min(is.min).max(is.max);
    case 'choice':
      return z.enum(is.values);
    case 'text':
      return textSchema(is.rules);
    case 'list': {
      const entries = z.array(valueSchema(is.of)).max(is.length.max);
      return is.length.min === undefined ? entries : entries.min(is.length.min);
    }
    case 'table':
      return z.record(textSchema(is.name), z.number().min(is.min).max(is.max));
    default:
      throw new Error(`no kind describes it: ${is.kind}`);
  }
}
