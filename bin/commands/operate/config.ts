import { WinnowError } from '../../../lib/base/error.ts';
import { identityOf } from '../../../lib/base/url/identity.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import {
  type EffectiveSetting,
  effectiveSettings,
  overrideSettings,
} from '../../../lib/config/layers/effective-settings.ts';
import { yamlValue } from '../../../lib/config/layers/show-value.ts';
import { settingsFor } from '../../../lib/domain/settings/overrides.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import type { DefineCommand } from '../../define-command.ts';
import { renderSettings, type SettingLine } from '../../render/base/config.ts';
import { json } from '../../render/base/json.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';

interface ConfigOptions extends TargetOptions {
  readonly for?: string;
}

export const config: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--for <url>', 'print the settings that apply to <url> (a URL or a host), with overrides applied')
    .action(async (options: ConfigOptions) => {
      const settings = await loadSettings(options);
      const page = options.for === undefined ? undefined : parseHostOrUrl(settings, options.for);
      const effective = effectiveSettings(page === undefined ? settings : settingsFor(settings, page));
      const overrides =
        page !== undefined
          ? []
          : settings.overrides.map((one) => ({ for: one.label, settings: overrideSettings(one) }));
      if (options.json === true) {
        const target = page === undefined ? { overrides } : { for: page };
        return io.out(json({ job: settings.name, ...target, settings: effective }));
      }
      io.out(`${settings.name}${page === undefined ? '' : `, for ${page}`}\n\n`);
      io.out(renderSettings(effective.map(toSettingLine)));
      for (const one of overrides) {
        io.out(`\noverride for ${one.for}\n${renderSettings(one.settings.map(toSettingLine))}`);
      }
    });
};

/** Reads the job files, or with --stack or --job-name the stored settings of the job. */
async function loadSettings(options: ConfigOptions): Promise<JobSettings> {
  if (options.stack === undefined && options.jobName === undefined) return loadJob(options.job).settings;
  return await withJob(options, 'guest', 'ensure', ({ installation, job }) => installation.settings(job));
}

/** Returns the canonical URL, or for a bare host its canonical name. @throws WinnowError `usage` for any other text */
function parseHostOrUrl(settings: JobSettings, text: string): CanonicalUrl | HostName {
  const isUrl = text.includes('://');
  const canonical = identityOf(settings).canonicalise(isUrl ? text : `http://${text}`);
  if (!canonical.ok) {
    throw new WinnowError('usage', `${JSON.stringify(text)}: expected an http or https URL or a host name`);
  }
  return isUrl || text.includes('/') ? canonical.url : canonical.host;
}

function toSettingLine({ key, value, unit, source }: EffectiveSetting): SettingLine {
  // A key that only names a file of other settings is not kept: the settings have no value for it.
  if (value === undefined) return { key, value: source === 'default' ? 'none' : '', source };
  return { key, value: unit === undefined ? yamlValue(value) : `${yamlValue(value)} ${unit}`, source };
}
