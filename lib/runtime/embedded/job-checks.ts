import type { JobSettings } from '../../domain/settings/settings.ts';
import { timing } from '../../domain/settings/timing.ts';
import {
  contactCheck,
  leftChecks,
  quarantineChecks,
  seedChecks,
  settingsChecks,
  topicChecks,
} from '../shared/doctor.ts';
import { credentialsChecks, networkChecks } from '../shared/fetch-checks.ts';
import type { Check, Status } from '../shared/installation.ts';
import type { EmbeddedParts } from './embedded-parts.ts';

/** Checks of a job on this machine; asks for the robots.txt of its seeds. */
export async function* jobChecks(
  { ports, secrets }: Pick<EmbeddedParts, 'ports' | 'secrets'>,
  settings: JobSettings,
  status: Status,
): AsyncGenerator<Check> {
  const contact = contactCheck(settings);
  yield contact;
  yield* settingsChecks(settings);
  yield* topicChecks(status);
  yield* networkChecks(settings);
  yield* credentialsChecks(settings, secrets);
  yield* quarantineChecks(status);
  yield* leftChecks(status, ports.clock.now());
  // No request goes out without a contact address.
  if (contact.ok !== 'fail') yield* seedChecks(ports, settings, timing(settings.turn.maxMs));
}
