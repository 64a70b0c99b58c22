import type { CanonicalUrl } from '../../../../lib/base/url/url.ts';
import { type FaultyAnswer, faultyAnswers } from '../../../support/web/faulty-answers.ts';
import { answer, type HostileServer, hostileServer } from '../../../support/web/hostile-server.ts';
import type { Published } from '../changes.ts';
import type { Collection } from '../collection.ts';

/** Hosts of which each answers in one faulty way, its robots.txt too where anything can be made of that. */
export interface FaultyWeb {
  readonly urls: readonly CanonicalUrl[];
  /** What is not as it must be, in words: of a crawl that began with these URLs. */
  faults(collection: Collection, records: Published['records']): readonly string[];
  /** Pages that were asked for more than once, with how often. */
  askedTwice(): readonly string[];
  close(): Promise<void>;
}

/** @param some the ways in which hosts answer */
export async function startFaultyWeb(some: readonly FaultyAnswer[] = faultyAnswers): Promise<FaultyWeb> {
  const byName = new Map(some.map((one) => [one.name, one]));
  const server = await hostileServer((socket, { head, reset }) => {
    const { name, path } = asked(head);
    const { bytes, end, comes } = byName.get(name) as FaultyAnswer;
    if (path === '/robots.txt' && comes === 'nothing') return void socket.write(answer('', [], 404));
    socket.write(bytes);
    if (end === 'closes') socket.end();
    // What was written has come before the connection breaks.
    if (end === 'resets') setTimeout(reset, 20);
  });
  const urlOf = (name: string): CanonicalUrl => server.url('/', `${name}.localhost:${server.port}`);
  return {
    urls: some.map(({ name }) => urlOf(name)),
    askedTwice: () => askedTwice(server),
    close: () => server.close(),
    faults(collection, records) {
      return some.flatMap((one) => {
        const { outcome = 'none', md5 = '', detail = '' } = collection.get(urlOf(one.name)) ?? {};
        const { text = '', response } = records.get(md5)?.record ?? {};
        const end = response?.truncated === true ? 'truncated' : 'whole';
        const found = outcome === 'stored' ? end : 'nothing';
        const isRead = found === 'nothing' || (found === 'whole' ? text.includes(one.text) : text !== '');
        const wrong = `${one.name}: ${outcome} ${detail} ${found} ${text}`;
        return found === one.comes && isRead ? [] : [wrong];
      });
    },
  };
}

function asked(head: string): { readonly name: string; readonly path: string } {
  const [, path = ''] = head.split(' ', 2);
  const [, name = ''] = /^host: ([\w-]+)\.localhost/im.exec(head) ?? [];
  return { name, path };
}

function askedTwice({ requests }: HostileServer): readonly string[] {
  const counts = new Map<string, number>();
  for (const head of requests) {
    const { name, path } = asked(head);
    counts.set(name + path, (counts.get(name + path) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([page, count]) => `${page}: asked ${count} times`);
}

/** The settings of a job that crawls them. */
export function faultyJob({ urls: seeds }: FaultyWeb) {
  return { seeds, fetch: { maxTries: 1 }, crawl: { patience: 1 } };
}
