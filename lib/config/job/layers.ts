import * as z from 'zod';
import { filled } from '../../base/defined.ts';
import type { JobSettings, Origins, SettingsOverride } from '../../domain/settings/settings.ts';
import { jobSettings } from '../layers/job-settings.ts';
import { invalid, type Layer, placeOf } from '../layers/layer-file.ts';
import { type JobFile, jobSchema, jobShape } from '../schema/job-schema.ts';
import { analyserSettings, jobPlugins } from './job-plugins.ts';
import { sinksOfJob } from './job-sinks.ts';
import type { PluginFile } from './plugin-files.ts';
import { readOverrides } from './read-overrides.ts';
import { readDeny, readScope } from './read-scope.ts';
import { withRules } from './rule-plugins.ts';
import { serverAliases } from './server-aliases.ts';
import { topicSettings } from './topic-files.ts';
import { filterSourcesOf } from './topic-filters.ts';
import { type ModelFile, modelFiles } from './topic-model-file.ts';

/**
 * The settings of a job out of its layers: the defaults, what the installation says over them, the job's own over
 * that, key by key; and the overrides of both, which `settingsFor` lays over them for the pages that they are for.
 * @throws WinnowError `config` for an override that cannot be
 */
export function layeredSettings(layers: readonly Layer[], name: string): JobSettings {
  const file = layeredFile(layers);
  const settings = jobSettings(withRules(file, layers), name);
  const topic = topicSettings(file.topic, layers);
  const analysers = analyserSettings(file.analysers, layers);
  const sinks = sinksOfJob(file.sinks, layers);
  return {
    ...settings,
    url: { ...settings.url, aliases: serverAliases(layers) },
    ...(topic === undefined ? {} : { topic }),
    ...(analysers.length === 0 ? {} : { analysers }),
    ...(sinks.length === 0 ? {} : { sinks }),
    scope: { ...settings.scope, ...Object.assign({}, ...layers.map((layer) => readScope(layer, ['scope']))) },
    deny: layers.flatMap(readDeny),
    ...filled({
      sinkNetworks: layers.flatMap(({ value }) => (value.sinkNetworks ?? []) as readonly string[]),
    }),
    overrides: layers.flatMap(overridesOf),
    origins: Object.assign({}, ...layers.map(originsOf)) as Origins,
  };
}

/** The models that a job's topic names. @param settings what `layeredSettings` made of the same layers */
export function layeredModels(layers: readonly Layer[], settings: JobSettings): readonly ModelFile[] {
  return modelFiles(settings.topic, filterSourcesOf(layeredFile(layers).topic, layers));
}

/** The plug-ins that a job names, each once. @param settings what `layeredSettings` made of the same layers */
export function layeredPlugins(layers: readonly Layer[], settings: JobSettings): readonly PluginFile[] {
  return jobPlugins(settings, layeredFile(layers), layers);
}

function overridesOf(layer: Layer): readonly SettingsOverride[] {
  const { overrides, problems } = readOverrides(layer);
  if (problems.length > 0) throw invalid(layer.file, problems);
  return overrides;
}

/** No sections and keys of a job.yaml, or read by themselves. */
const ofInstallations: ReadonlySet<string> = new Set(['overrides', 'deny', 'sinkNetworks']);

/** The layers as if they were one file, the later over the earlier. Each is valid by itself; so is what comes of it. */
function layeredFile(layers: readonly Layer[]): JobFile {
  const file: Record<string, unknown> = {};
  for (const { value } of layers) {
    for (const [key, over] of Object.entries(value)) {
      if (ofInstallations.has(key)) continue;
      file[key] = isMapping(over) ? { ...(file[key] as object | undefined), ...over } : over;
    }
  }
  return jobSchema.parse(file);
}

/** Where each thing stands that a file sets: sections key by key, all else as a whole. */
function originsOf(layer: Layer): Origins {
  const origins: Record<string, string> = {};
  for (const [name, value] of Object.entries(layer.value)) {
    if (name === 'overrides') continue;
    if (!isSection(name)) origins[name] = placeOf(layer, [], name);
    else
      for (const key of Object.keys(value as object)) origins[`${name}.${key}`] = placeOf(layer, [name], key);
  }
  return origins;
}

/** Whether a name at the top of a file is that of a section. */
function isSection(name: string): boolean {
  const schema = Object.hasOwn(jobShape, name) ? jobShape[name as keyof typeof jobShape] : undefined;
  return schema instanceof z.ZodPrefault && schema.unwrap() instanceof z.ZodObject;
}

function isMapping(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
