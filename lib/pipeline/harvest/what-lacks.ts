import { WinnowError } from '../../base/error.ts';
import type { HostName } from '../../base/url/url.ts';
import { credentialsNamed } from '../../domain/settings/secrets-named.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { topicToRead } from '../topic/topic-model.ts';

type Equipped = Pick<Ports, 'fetcher' | 'reader' | 'models'>;

/**
 * What this installation lacks of what the settings of a job name: secrets, plug-ins, models, the database of countries. Asks
 * no host. A turn without them would fail at its first page, and the page and its host are not to blame.
 * @param host absent: for all hosts of the job
 * @returns undefined: nothing
 */
export async function whatLacks(
  { fetcher, reader, models }: Equipped,
  settings: JobSettings,
  host?: HostName,
): Promise<WinnowError | undefined> {
  try {
    for (const secret of credentialsNamed(settings, host)) await fetcher.ready(secret);
    await topicToRead(models, settings.topic);
    reader.ready(settings);
  } catch (error) {
    if (error instanceof WinnowError) return error;
    throw error;
  }
  return undefined;
}

/** @throws WinnowError when something lacks that the settings of a job name */
export async function requireAll(ports: Equipped, settings: JobSettings): Promise<void> {
  const lack = await whatLacks(ports, settings);
  if (lack !== undefined) throw lack;
}
