import { WinnowError } from '../../base/error.ts';
import { yamlValue } from '../../base/json.ts';
import { identityOf } from '../../base/url/identity.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { field, optional, text } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { onlyThere, type SettingInForce } from '../../pipeline/operation/place.ts';
import { note, table, type ViewBlock } from '../../pipeline/operation/view.ts';

/** The settings in force, and where each was set: of the job with what overrides set, or of one page or host. */
export const config = operation({
  about: 'job',
  input: {
    for: field(optional(text('must be a URL or a host', 2_000)), {
      says: 'print the settings that apply to <url> (a URL or a host), with overrides applied',
      shown: 'url',
    }),
  },
  effect: 'reads',
  async run({ of, settings: settingsOf, maker }, { for: named }) {
    const { list } = onlyThere(maker);
    const settings = await settingsOf(of.name);
    const page = named === undefined ? undefined : hostOrUrl(settings, named);
    if (page !== undefined)
      return { job: of.name, for: page, settings: await list(settingsFor(settings, page)) };
    const overrides = await Promise.all(
      settings.overrides.map(async (one) => ({ for: one.label, settings: await list(one) })),
    );
    return { job: of.name, overrides, settings: await list(settings) };
  },
  view: ({ job, for: page, overrides = [], settings }) => [
    [note(`${job}${page === undefined ? '' : `, for ${page}`}`)],
    [tableOf(settings)],
    ...overrides.map((one) => [tableOf(one.settings, `override for ${one.for}`)]),
  ],
});

/** The canonical URL, or of a bare host its canonical name. @throws WinnowError `usage` for any other text */
function hostOrUrl(settings: JobSettings, named: string): CanonicalUrl | HostName {
  const isUrl = named.includes('://');
  const canonical = identityOf(settings).canonicalise(isUrl ? named : `http://${named}`);
  if (!canonical.ok)
    throw new WinnowError('usage', `${JSON.stringify(named)}: expected an http or https URL or a host name`);
  return isUrl || named.includes('/') ? canonical.url : canonical.host;
}

function tableOf(settings: readonly SettingInForce[], title?: string): ViewBlock {
  return table<SettingInForce>(
    [
      { title: 'setting', value: 'key' },
      { title: 'value', width: 48, value: valueText },
      { title: 'set by', value: 'source' },
    ],
    settings,
    title,
  );
}

/** A key that only names a file of other settings is not kept: the settings have no value for it. */
function valueText({ value, unit, source }: SettingInForce): string {
  if (value === undefined) return source === 'default' ? 'none' : '';
  return unit === undefined ? yamlValue(value) : `${yamlValue(value)} ${unit}`;
}
