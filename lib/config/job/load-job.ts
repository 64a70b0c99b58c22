import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { WinnowError } from '../../base/error.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { nameFromDirectory } from '../layers/job-settings.ts';
import { type FileText, type Layer, readLayer, readText } from '../layers/layer-file.ts';
import { installationJsonSchema, installationSchema } from '../schema/installation-schema.ts';
import { jobSchema } from '../schema/job-schema.ts';
import { jobJsonSchema } from '../schema/known-keys.ts';
import { installationFileName, jobFileName } from './file-names.ts';
import { layeredModels, layeredPlugins, layeredSettings } from './layers.ts';
import type { PluginFile } from './plugin-files.ts';
import type { ModelFile } from './topic-model-file.ts';

export interface LoadedJob {
  readonly settings: JobSettings;
  /** Absolute path of the data directory. */
  readonly dataDir: string;
  /** Absolute path of the job.yaml. */
  readonly file: string;
  /** The models that its topic names. */
  readonly models: readonly ModelFile[];
  /** The plug-ins that it names. */
  readonly plugins: readonly PluginFile[];
}

/** The installation.yaml of a data directory, or what is taken for it; undefined when there is none. */
export type InstallationOf = (dataDir: string) => FileText | undefined;

/**
 * The job in a directory, or in a file that is named, with the defaults of its installation.
 * @param installationOf by default what stands in the data directory
 * @throws WinnowError `config` when its job.yaml is missing, unreadable, empty or invalid, or the installation.yaml is:
 * one line for each thing that is wrong, at most 20, each with file, line and column.
 */
export function loadJob(
  directoryOrFile: string,
  installationOf: InstallationOf = installationFile,
): LoadedJob {
  const path = resolve(directoryOrFile);
  const file = /\.ya?ml$/.test(path) ? path : join(path, jobFileName);
  const text = readText(file, "'winnow init DIR' makes a job, '--job DIR' names one");
  const loaded = parseJob(text, file, installationOf);
  const { ipDatabase } = loaded.settings.analysis;
  if (ipDatabase !== undefined && !existsSync(ipDatabase))
    throw new WinnowError('config', `${file}: analysis.ipDatabase: there is no file ${ipDatabase}`);
  return loaded;
}

/**
 * @param text what stands in the file
 * @param file its absolute path, for messages and for what is relative to it
 * @param installationOf by default there is none
 * @throws WinnowError `config`
 */
export function parseJob(
  text: string,
  file: string,
  installationOf: InstallationOf = () => undefined,
): LoadedJob {
  const job = readLayer({ text, file }, jobSchema, jobJsonSchema);
  if (job.source.value === undefined) {
    throw new WinnowError('config', `${file}: it is empty; 'winnow init' writes one to start from`);
  }
  const directory = dirname(file);
  const { name = nameFromDirectory(basename(directory)), data = 'data' } = job.value as {
    name?: string;
    data?: string;
  };
  if (name === undefined) {
    throw new WinnowError('config', `${file}: no job can be named like its directory; give it a 'name'`);
  }
  const dataDir = resolve(directory, data);
  const installation = installationOf(dataDir);
  const layers = [...(installation === undefined ? [] : [readInstallation(installation)]), job];
  const settings = layeredSettings(layers, name);
  const models = layeredModels(layers, settings);
  return { settings, dataDir, file, models, plugins: layeredPlugins(layers, settings) };
}

/** @throws WinnowError `config` for an installation.yaml that is wrong */
export function readInstallation(file: FileText): Layer {
  return readLayer(file, installationSchema, installationJsonSchema);
}

export function installationFile(dataDir: string): FileText | undefined {
  const file = join(dataDir, installationFileName);
  return existsSync(file) ? { file, text: readText(file, '') } : undefined;
}
