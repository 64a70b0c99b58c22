import { describe, expect, it } from 'vitest';
import { trapKinds } from './section.ts';
import type { TrapWeb } from './trap-web.ts';
import { furtherTraps, honestSites, seededWeb, singleTraps, standardWeb, webNamed } from './webs.ts';

const port = 8080;

interface Walk {
  readonly found: ReadonlySet<string>;
  /** URLs that are linked to and that the server does not know. */
  readonly unknown: readonly string[];
}

/** Follows every link that is worth it, as a crawler would that knows what the server knows. */
function walk(web: TrapWeb): Walk {
  const found = new Set<string>();
  const unknown: string[] = [];
  const seen = new Set<string>(web.seeds(port));
  const queue = [...seen];
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    const { host, hostname, pathname, search } = new URL(url);
    const path = pathname + search;
    const known = web.known(host, path);
    if (known === undefined) unknown.push(url);
    else if (known.id === undefined ? known.trap !== undefined : found.has(known.id)) continue;
    if (known?.id !== undefined) found.add(known.id);
    const page = web.pages({ name: hostname, port, path, clientPort: 0, headers: {} });
    const links = [...String(page?.body ?? '').matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    for (const href of [
      ...links,
      ...(page?.headers?.location === undefined ? [] : [page.headers.location]),
    ]) {
      const target = new URL(href.replaceAll('&amp;', '&'), url).href;
      if (!seen.has(target)) queue.push(target);
      seen.add(target);
    }
  }
  return { found, unknown };
}

const idsOf = (web: TrapWeb): readonly string[] => [...web.honest.values()].flat();

describe('a web of traps', () => {
  it('has about 500 honest pages and every kind of trap in its standard form, and in its seeds', () => {
    for (const web of [standardWeb(), ...[1, 2, 3, 4, 5].map((seed) => seededWeb(seed))]) {
      expect(idsOf(web).length).toBeGreaterThan(480);
      expect(new Set(web.sections.flatMap(({ trap }) => trap ?? []))).toEqual(new Set(trapKinds));
    }
    expect(idsOf(standardWeb()).length).toBeLessThan(520);
  });

  it.each([
    'standard',
    'every-day',
    'crowded',
    '1',
    '2',
    '3',
    '4',
    '5',
    ...singleTraps,
    ...furtherTraps,
    ...honestSites,
  ])('shows all honest pages to a crawler that knows what is a trap: %s', (name) => {
    const web = webNamed(name);
    const ids = idsOf(web);
    expect(new Set(ids).size).toBe(ids.length);
    const { found, unknown } = walk(web);
    expect(ids.filter((id) => !found.has(id))).toEqual([]);
    expect(unknown).toEqual([]);
  });
});
