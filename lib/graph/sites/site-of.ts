import { registeredDomain } from '../../base/url/registered-domain.ts';
import { type CanonicalUrl, hostOf, pathOf } from '../../base/url/url.ts';

/**
 * The site of a page: one unit of voting. It is the host; on a host that many people share, the first folder of the
 * path as well. Such hosts are public suffixes that have pages of their own (the private part of the Public Suffix List), and
 * those of `shared` with their subdomains (Chakrabarti et al. 1999, §3.2: a server, except ISP sites).
 */
export function siteOf(url: CanonicalUrl, shared: ReadonlySet<string> = new Set()): string {
  const host = hostOf(url);
  if (!isShared(host, shared)) return host;
  const [folder = ''] = pathOf(url).slice(1).split(/[/?]/);
  return folder === '' ? host : `${host}/${folder}`;
}

function isShared(host: string, shared: ReadonlySet<string>): boolean {
  const [name = host] = host.split(':');
  const isAddress = /^\[|(?:^|\.)\d+$/.test(host.startsWith('[') ? host : name);
  if (isAddress || !name.includes('.')) return false;
  if (registeredDomain(name) === undefined) return true;
  for (let at = 0; at !== -1 && shared.size > 0; at = name.indexOf('.', at + 1)) {
    if (shared.has(at === 0 ? name : name.slice(at + 1))) return true;
  }
  return false;
}
