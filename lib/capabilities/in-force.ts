import type { JobSettings } from '../domain/settings/settings.ts';
import type { Ports } from '../ports/ports.ts';
import { withClusterTopic } from './clusters/in-force.ts';
import { withSettingsOfExamples } from './examples/in-force.ts';
import { taxonomyInForce } from './taxonomy/stored-note.ts';
import { withEditedTerms } from './terms/edited-terms.ts';

/**
 * The settings of a job's files with what people said beside the files, which outlasts every new version of them.
 * @throws WinnowError `corrupt`, `newer` for what is stored of it
 */
export async function settingsInForce(
  ports: Pick<Ports, 'jobs' | 'models'>,
  settings: JobSettings,
): Promise<JobSettings> {
  const written = await withEditedTerms(ports, settings);
  const learnt = await withSettingsOfExamples(ports, await withClusterTopic(ports, written));
  return await taxonomyInForce(ports, learnt);
}
