import type { CanonicalUrl } from '../../../../lib/base/url/url.ts';
import type { HostileWeb } from '../../../support/hostile/hostile-web.ts';
import { ways } from '../../../support/hostile/hosts.ts';
import type { Way } from '../../../support/hostile/way.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import type { Found } from '../collection.ts';

/** Honest hosts that are crawled beside the hostile ones, and pages of each. */
const neighbours = 10;
const pagesEach = 5;

export function startNeighbours(): Promise<TestWeb> {
  return startWeb({
    pages: ({ name, path }) => {
      const links = Array.from({ length: pagesEach }, (_, i) => `<a href="/${i}">${i}</a>`).join('');
      const body = `<title>${name}${path}</title>${links}`;
      return path === '/robots.txt' ? undefined : { headers: { 'content-type': 'text/html' }, body };
    },
  });
}

/** Every page of the honest hosts. */
export function neighbourPages(web: TestWeb): readonly CanonicalUrl[] {
  return Array.from({ length: neighbours }, (_, i) =>
    ['/', ...Array.from({ length: pagesEach }, (_, page) => `/${page}`)].map((path) =>
      web.url(`honest-${i}.localhost`, path),
    ),
  ).flat();
}

/** A job that crawls both: what is hostile (all of it, or some) by its page and by an honest one beside it. */
export function hostileJob(hostile: HostileWeb, honest: TestWeb, some: readonly Way[] = ways) {
  return {
    seeds: [
      ...some.flatMap(({ name }) => [hostile.url(name), hostile.url(name, '/other')]),
      ...Array.from({ length: neighbours }, (_, i) => honest.url(`honest-${i}.localhost`)),
    ],
    scope: { hosts: ['localhost', '169.254.169.254', '10.0.0.1', '127.0.0.1'] },
    // Some of them lead away from loopback.
    userAgent: { contact: 'crawl@example.org' },
    // Else redirects would be held after two or three.
    yield: { hold: false },
    fetch: { timeout: 5, maxBytes: 2_000_000, maxTries: 1 },
    crawl: { hosts: 32, patience: 1 },
    network: { allow: ['localhost', '127.0.0.0/8'] },
    // A busy machine takes its time to read what has no end, and to ask who answers at once.
    overrides: [
      ...some.filter(({ outcome }) => outcome === 'stored').map(({ name }) => name),
      ...Array.from({ length: neighbours }, (_, i) => `honest-${i}`),
    ].map((name) => ({ host: `${name}.localhost`, fetch: { timeout: 60 } })),
  };
}

/** An outcome as the table of ways writes it. */
export function written(found: Found | undefined): string {
  if (found === undefined) return 'none';
  const { outcome, detail } = found;
  if (outcome === 'duplicate') return 'stored';
  return outcome === 'failed' || outcome === 'denied' ? `${outcome}: ${detail?.split(':')[0]}` : outcome;
}
