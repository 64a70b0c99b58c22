import type { JobSettings } from '../../domain/settings/settings.ts';
import { type ExamplePorts, readExamples } from './read-examples.ts';
import { settingsByExamples } from './set/settings-by-examples.ts';

/**
 * The settings of a job's files with what its examples add: they outlast every new version of the files.
 * @throws WinnowError as `readExamples`
 */
export async function withSettingsOfExamples(
  ports: ExamplePorts,
  settings: JobSettings,
): Promise<JobSettings> {
  return settingsByExamples(settings, await readExamples(ports, settings.name));
}
