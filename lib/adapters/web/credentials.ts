import { WinnowError } from '../../base/error.ts';
import { parseCredentials, type SiteCredentials } from '../../config/job/credentials-json.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { basic, type ProxyUser } from './tunnel.ts';

/** How long a secret is cached: a change takes effect after this time. */
const keptMs = 300_000;

/** How we authenticate to sites and proxies, from the secret that a job names. */
export interface Credentials {
  /** Reads the secret unless it is known. @throws what `Secrets` throws */
  ready(secret: string): Promise<void>;
  /** Headers for this URL only: call again for the URL of a redirect. @throws what `Secrets` throws */
  headersFor(secret: string, url: string): Promise<Readonly<Record<string, string>>>;
  proxyUser(secret: string | undefined, proxy: string): Promise<ProxyUser | undefined>;
}

export function credentials(secrets: Secrets = noSecrets, now = () => performance.now()): Credentials {
  const read = new Map<
    string,
    { readonly sites: Promise<readonly SiteCredentials[]>; readonly at: number }
  >();

  function sitesOf(name: string): Promise<readonly SiteCredentials[]> {
    const known = read.get(name);
    if (known !== undefined && now() < known.at + keptMs) return known.sites;
    const sites = secrets.secret(name).then((text) => parseCredentials(text, name));
    read.set(name, { sites, at: now() });
    sites.catch(() => read.delete(name));
    return sites;
  }

  return {
    async ready(secret) {
      await sitesOf(secret);
    },
    async headersFor(secret, url) {
      const site = siteFor(await sitesOf(secret), url);
      if (site === undefined) return {};
      const login = site.login === undefined ? {} : { authorization: basic(site.login) };
      return { ...login, ...site.headers };
    },
    async proxyUser(secret, proxy) {
      if (secret === undefined) return undefined;
      return siteFor(await sitesOf(secret), proxy)?.login;
    },
  };
}

/** The entry of the URL's origin with the longest path that the URL is at or below. */
function siteFor(sites: readonly SiteCredentials[], url: string): SiteCredentials | undefined {
  const { protocol, host, pathname } = new URL(url);
  const origin = `${protocol}//${host}`;
  const path = pathname || '/';
  return sites
    .filter((site) => site.origin === origin && isAtOrBelow(path, site.path))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

function isAtOrBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}

const noSecrets: Secrets = {
  async secret(name) {
    throw new WinnowError('config', `the job names the secret '${name}', and there are no secrets here`);
  },
};
