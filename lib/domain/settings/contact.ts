import { WinnowError } from '../../base/error.ts';
import { textsOf } from '../../rules/settings.ts';
import type { JobSettings } from './settings.ts';

/**
 * Nobody crawls other people's hosts without saying who they are.
 * @throws WinnowError `config` when a job gives no contact address and may leave this machine: only a job whose
 * `scope.hosts` are loopback hosts, all of them, cannot, unless an override gives another host a scope of its own.
 */
export function requireContact(settings: JobSettings): void {
  const lack = contactLack(settings);
  if (lack !== undefined) throw new WinnowError('config', lack);
}

/** Why a job may not crawl for want of a contact address; undefined when it may. */
export function contactLack(settings: JobSettings): string | undefined {
  if (settings.identity.contact !== undefined) return undefined;
  const hosts = textsOf(settings.scope.hosts);
  const stranger = hosts.find((host) => !isLoopbackHost(host));
  const opened = settings.overrides.find(
    ({ match, settings: { scope } }) =>
      scope !== undefined && !isLoopbackHost('domain' in match ? match.domain : match.host),
  );
  if (hosts.length > 0 && stranger === undefined && opened === undefined) return undefined;
  const where =
    stranger !== undefined
      ? `scope.hosts allows ${stranger}`
      : hosts.length === 0
        ? 'scope.hosts allows every host'
        : `its override for ${opened?.label} may leave this machine`;
  return `the job '${settings.name}' has no contact address and ${where}: set userAgent.contact in its job.yaml to an address where the people whose site is crawled can reach you; without it only loopback is crawled`;
}

/** Whether a host, with or without a port, is this machine by its name alone (RFC 6761 §6.3, RFC 1122 §3.2.1.3). */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name)
  );
}
