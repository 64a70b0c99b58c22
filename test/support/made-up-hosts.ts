import type { Ports } from '../../lib/ports/ports.ts';
import type { FetchRequest } from '../../lib/ports/web.ts';
import { type Answer, page, type Web } from '../pipeline/small-crawl.ts';

/** A web whose pages are made as they are asked for. */
export function madeUp(answer: (url: URL) => Answer | undefined): Web {
  const serve = ({ url }: FetchRequest): Answer =>
    (url.endsWith('/robots.txt') ? undefined : answer(new URL(url))) ?? { status: 404, body: 'none' };
  return new Proxy({} as Web, { get: () => serve });
}

export const farmSeed = 'http://seed.example/';
/** Pages of `seed.example` that lead to hosts which it makes up. */
export const farmPages = 10;

export interface Farm {
  /** The name of the n-th host. */
  readonly hostNamed: (number: number) => string;
  readonly text: (host: string) => string;
}

/** Pages of a site that lead to hosts which it makes up, `each` of them to so many, and these to five more each. */
export function farmWeb({ hostNamed, text }: Farm, each: number): Web {
  let made = 0;
  const more = (count: number): string[] =>
    Array.from({ length: count }, () => `http://${hostNamed(++made)}/`);
  return madeUp(({ hostname, pathname }) => {
    const number = Number(/^\/list(\d+)$/.exec(pathname)?.[1] ?? -1);
    if (hostname === 'seed.example' && pathname === '/')
      return page('home', ...Array.from({ length: farmPages }, (_, i) => `/list${i}`));
    if (hostname === 'seed.example') return page(`list ${number}`, ...more(each));
    const links = more(5).map((to) => `<a href="${to}">link</a>`);
    return pathname === '/' ? { body: `<p>${text(hostname)}</p>${links.join('')}` } : undefined;
  });
}

/** What every page of a farm says. */
export const greeting = 'welcome to a place where the same few words greet whoever comes by day or by night';
const named = (host: string): string => `${host} ${greeting}`;

/** Farms by where their hosts lie and what they say. */
export const farms: Readonly<Record<string, Farm>> = {
  'in its domain, and that say the same': {
    hostNamed: (n) => `made${n}up.seed.example`,
    text: () => greeting,
  },
  'in its domain, and that say their names': { hostNamed: (n) => `n${n}.seed.example`, text: named },
  'in another domain': { hostNamed: (n) => `made${n}up.farm.example`, text: () => greeting },
  'each in a domain of its own': { hostNamed: (n) => `made${n}up.example`, text: () => greeting },
  'each in a domain of its own, with its name in it': { hostNamed: (n) => `n${n}.example`, text: named },
  'each in a domain of its own, with more below it': {
    hostNamed: (n) => `n${n}.d${n % 70}.example`,
    text: () => greeting,
  },
};

/** What was written of hosts and accounts. */
export interface CountedWrites {
  /** Names of accounts that were written. */
  readonly accounts: Set<string>;
  /** Writes of accounts: openings that were granted or not, and what was remembered. */
  ofAccounts: number;
  /** Writes of controls, inboxes and due entries: what a host costs that is never fetched from. */
  ofHosts: number;
}

/** Counts what use cases write. */
export function countingWrites(): CountedWrites & { readonly through: (ports: Ports) => Ports } {
  const counted: CountedWrites = { accounts: new Set(), ofAccounts: 0, ofHosts: 0 };
  const one = (): number => 1;
  const listed = (_: unknown, list: unknown): number => (list as readonly unknown[]).length;
  const hostWrites = { putControl: one, putInbox: one, deleteInbox: listed };
  const dueWrites = { put: one, putTogether: listed, delete: listed };
  const account = (key: unknown): number => {
    counted.accounts.add((key as { readonly domain: string }).domain);
    return 1;
  };
  const domainWrites = { open: account, remember: account, count: account, dropSponsor: account };
  const ofHost = (count: number): number => (counted.ofHosts += count);
  const ofAccount = (count: number): number => (counted.ofAccounts += count);
  return Object.assign(counted, {
    through: (ports: Ports): Ports => ({
      ...ports,
      hosts: watched(ports.hosts, hostWrites, ofHost),
      due: watched(ports.due, dueWrites, ofHost),
      domains: watched(ports.domains, domainWrites, ofAccount),
    }),
  });
}

type Weights = Readonly<Record<string, (...given: readonly unknown[]) => number>>;

function watched<T extends object>(port: T, weights: Weights, tell: (count: number) => void): T {
  return new Proxy(port, {
    get(target, name) {
      const value = Reflect.get(target, name, target) as unknown;
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]) => {
        const weight = weights[String(name)];
        if (weight !== undefined) tell(weight(...given));
        return value.apply(target, given) as unknown;
      };
    },
  });
}
