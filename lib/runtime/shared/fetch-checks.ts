import type { WinnowError } from '../../base/error.ts';
import { parseCredentials } from '../../config/job/credentials-json.ts';
import { credentialsNamed } from '../../domain/settings/secrets-named.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Check } from './installation.ts';

/** Checks of the connections and secrets of a job. @param crawled as `credentialsChecks` */
export async function* fetchChecks(
  settings: JobSettings,
  secrets: Secrets,
  crawled?: 'here' | 'there',
): AsyncGenerator<Check> {
  yield* networkChecks(settings);
  yield* credentialsChecks(settings, secrets, crawled);
}

/** The connection settings of a job that are less safe, or less direct, than usual. */
export function networkChecks({ network }: JobSettings): readonly Check[] {
  const checks: Check[] = [];
  if (network.insecureTls.length > 0) {
    checks.push({
      name: 'TLS certificates',
      ok: 'warn',
      detail: `those of ${network.insecureTls.join(', ')} are not checked`,
      advice: 'take a host out of network.insecureTls as soon as its certificate is right',
    });
  }
  if (network.proxy !== undefined) {
    checks.push({ name: 'proxy', ok: 'ok', detail: `all connections go through ${network.proxy}` });
  }
  return checks;
}

/**
 * One check per secret that a job names: whether it exists, is safe and can be read. Says nothing of its content.
 * @param crawled `there`: another process crawls, with rights that this one may lack
 */
export async function* credentialsChecks(
  settings: JobSettings,
  secrets: Secrets,
  crawled: 'here' | 'there' = 'here',
): AsyncGenerator<Check> {
  for (const secret of credentialsNamed(settings)) {
    const name = `secret ${secret}`;
    try {
      const sites = parseCredentials(await secrets.secret(secret), secret);
      yield { name, ok: 'ok', detail: `credentials for ${sites.map(({ origin }) => origin).join(', ')}` };
    } catch (error) {
      const { code, message } = error as WinnowError;
      const advice = 'docs/fetching.md#credentials says where secrets stand and what is in them';
      const ok = crawled === 'there' && code === 'unavailable' ? 'warn' : 'fail';
      yield { name, ok, detail: message, advice };
    }
  }
}
