import { loadJob } from '../../../lib/config/job/load-job.ts';
import {
  type EffectiveSetting,
  effectiveSettings,
  overrideSettings,
} from '../../../lib/config/layers/effective-settings.ts';
import { yamlValue } from '../../../lib/config/layers/show-value.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { settingsFor } from '../../../lib/domain/settings/overrides.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { identityOf } from '../../../lib/domain/url/identity.ts';
import type { CanonicalUrl, HostName } from '../../../lib/domain/url/url.ts';
import type { DefineCommand } from '../../define-command.ts';
import { renderSettings, type SettingLine } from '../../render/base/config.ts';
import { json } from '../../render/base/json.ts';
import { type TargetOptions, targetOptions, withJob } from '../base/context.ts';

interface ConfigOptions extends TargetOptions {
  readonly for?: string;
}

export const config: DefineCommand = (command, io) => {
  targetOptions(command)
    .option('--for <url>', 'the settings that hold for this URL or host, overrides and all')
    .action(async (options: ConfigOptions) => {
      const settings = await settingsOf(options);
      const page = options.for === undefined ? undefined : hostOrUrl(settings, options.for);
      const effective = effectiveSettings(page === undefined ? settings : settingsFor(settings, page));
      const overrides =
        page !== undefined
          ? []
          : settings.overrides.map((one) => ({ for: one.label, settings: overrideSettings(one) }));
      if (options.json === true) {
        const whom = page === undefined ? { overrides } : { for: page };
        return io.out(json({ job: settings.name, ...whom, settings: effective }));
      }
      io.out(`${settings.name}${page === undefined ? '' : `, for ${page}`}\n\n`);
      io.out(renderSettings(effective.map(lineOf)));
      for (const one of overrides) {
        io.out(`\noverride for ${one.for}\n${renderSettings(one.settings.map(lineOf))}`);
      }
    });
};

/** On one machine the files are the truth; a stack has what was deployed. */
async function settingsOf(options: ConfigOptions): Promise<JobSettings> {
  if (options.stack === undefined && options.jobName === undefined) return loadJob(options.job).settings;
  return await withJob(options, 'guest', 'make', ({ installation, job }) => installation.settings(job));
}

/** In the form that the job knows it by. @throws WinnowError `usage` */
function hostOrUrl(settings: JobSettings, text: string): CanonicalUrl | HostName {
  const isUrl = text.includes('://');
  const canonical = identityOf(settings).canonicalise(isUrl ? text : `http://${text}`);
  if (!canonical.ok) {
    throw new WinnowError('usage', `${JSON.stringify(text)}: expected an http or https URL, or a host`);
  }
  return isUrl || text.includes('/') ? canonical.url : canonical.host;
}

function lineOf({ key, value, unit, source }: EffectiveSetting): SettingLine {
  // What only leads to other settings, as a file does, is not kept itself.
  if (value === undefined) return { key, value: source === 'default' ? 'none' : '', source };
  return { key, value: unit === undefined ? yamlValue(value) : `${yamlValue(value)} ${unit}`, source };
}
