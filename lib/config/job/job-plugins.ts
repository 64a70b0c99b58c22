import { dirname, resolve } from 'node:path';
import { WinnowError } from '../../base/error.ts';
import type { PluginSettings } from '../../base/setting-kinds/plugin-settings.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Layer } from '../layers/layer-file.ts';
import type { JobFile } from '../schema/job-schema.ts';
import type { AnalyserFile } from '../schema/plugin-schema.ts';
import { type PluginFile, pluginSettings } from './plugin-files.ts';
import { rulePlugins } from './rule-plugins.ts';
import { filterSourcesOf } from './topic-filters.ts';

/** The analysers of a job. @throws WinnowError `config` for a module that is not there, and for two of one name */
export function analyserSettings(
  given: readonly AnalyserFile[],
  layers: readonly Layer[],
): readonly PluginSettings[] {
  const analysers = given.map((one, at) =>
    pluginSettings(`analysers.${at}.plugin`, one, pathOf(one, layers)),
  );
  for (const [at, { id }] of analysers.entries())
    if (analysers.findIndex((other) => other.id === id) !== at)
      throw new WinnowError(
        'config',
        `analysers.${at}: there is an analyser ${id} before it: give it an \`id\``,
      );
  return analysers;
}

/** The modules of a job's plug-ins, where they lie; each once for each of its roles. */
export function jobPlugins(
  { analysers = [], topic, strategy }: Pick<JobSettings, 'analysers' | 'topic' | 'strategy'>,
  file: JobFile,
  layers: readonly Layer[],
): readonly PluginFile[] {
  const sources = filterSourcesOf(file.topic, layers);
  const files: PluginFile[] = analysers.map(({ file: name, digest }, at) => {
    const path = pathOf(file.analysers[at] as AnalyserFile, layers);
    return { file: name, digest, path, role: 'analyse' };
  });
  for (const [at, filter] of (topic?.filters ?? []).entries()) {
    const path = sources[at]?.path('plugin');
    if (filter.kind !== 'plugin' || path === undefined) continue;
    files.push({ file: filter.file, digest: filter.digest, path, role: 'filter' });
  }
  const all = [...files, ...rulePlugins(strategy, layers)];
  return all.filter(
    ({ digest, role }, at) => all.findIndex((other) => other.digest === digest && other.role === role) === at,
  );
}

/** Relative to the last file that sets the list. */
function pathOf({ plugin }: AnalyserFile, layers: readonly Layer[]): string {
  const layer = layers.findLast(({ value }) => value.analysers !== undefined);
  return resolve(dirname(layer?.file ?? ''), plugin);
}
