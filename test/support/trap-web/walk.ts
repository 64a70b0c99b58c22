import type { TrapWeb } from './trap-web.ts';

const port = 8080;

export interface Walk {
  readonly found: ReadonlySet<string>;
  /** URLs that are linked to and that the server does not know. */
  readonly unknown: readonly string[];
}

/** Follows every link that is worth it, as a crawler would that knows what the server knows. */
export function walk(web: TrapWeb): Walk {
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
