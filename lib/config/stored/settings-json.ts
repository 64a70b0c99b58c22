import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { WinnowError } from '../../base/error.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { fromEarlier } from '../layers/superseded-settings.ts';
import { storedSettings } from './stored-settings.ts';

/** Grows when the stored form changes in a way that an older Winnow would misread. */
const formVersion = 2;
/** The oldest form that is still read. */
const oldestForm = 1;

const formSchema = z.looseObject({ v: z.int() });

/** Settings as the immutable object that an installation stores: canonical JSON, so equal settings give equal text. */
export function encodeSettings(settings: JobSettings): string {
  return canonicalJson({ v: formVersion, ...settings });
}

/**
 * Settings back from the stored text.
 * @throws WinnowError `newer` when a newer Winnow wrote them, `corrupt` when they do not validate.
 */
export function parseSettings(text: string): JobSettings {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new WinnowError('corrupt', 'stored settings are not JSON', { cause: error });
  }
  const form = formSchema.safeParse(value);
  if (!form.success) throw new WinnowError('corrupt', 'stored settings do not say their version');
  const { v, ...rest } = form.data;
  if (v > formVersion) {
    throw new WinnowError(
      'newer',
      `settings of version ${v} were stored by a newer Winnow; this one reads up to ${formVersion}`,
    );
  }
  const settings = storedSettings.safeParse(fromEarlier(rest));
  if (v < oldestForm || !settings.success) {
    const issue = settings.error?.issues[0];
    const where = issue === undefined ? `version ${v}` : `${issue.path.join('.')} (${issue.code})`;
    throw new WinnowError('corrupt', `stored settings do not validate: ${where}`, { cause: settings.error });
  }
  return settings.data;
}

/** The version of settings, derived from them: 16 hex digits of a SHA-256 over their stored form. */
export function settingsVersion(settings: JobSettings): string {
  return hash('sha256', encodeSettings(settings)).slice(0, 16);
}

/** JSON with the keys of every object in order and nothing undefined. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}
