import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startWeb, type TestWeb } from '../web/web-server.ts';

const owls = 'owl '.repeat(6);
const forests = 'forest '.repeat(6);
const trains = 'steam train '.repeat(6);

type Page = readonly [text: string, links: readonly string[]];

/** Pages with nothing to say of their own, in one folder. */
const timetable = Array.from({ length: 12 }, (_, day) => `rail.localhost/times/day-${day}`);

/**
 * Owls on two hosts that link to each other, to a forest and to a train; a mirror with two of their pages; a host that never
 * answers; and a page out of scope that two owls link to.
 */
const pages: Readonly<Record<string, Page>> = {
  'hub.localhost/': [
    owls,
    [
      ...['owls.localhost/', 'owls.localhost/barn', 'wood.localhost/', 'rail.localhost/'],
      ...[
        'mirror.localhost/',
        'mirror.localhost/barn',
        'broken.localhost/',
        'broken.localhost/more',
        'away.example/owls',
      ],
    ],
  ],
  'owls.localhost/': [
    owls,
    ['owls.localhost/barn', 'wood.localhost/', 'hub.localhost/', 'away.example/owls'],
  ],
  'owls.localhost/barn': [`${owls} barn`, ['owls.localhost/', 'owls.localhost/old']],
  'mirror.localhost/': [
    owls,
    ['owls.localhost/barn', 'wood.localhost/', 'hub.localhost/', 'away.example/owls'],
  ],
  'mirror.localhost/barn': [`${owls} barn`, ['owls.localhost/', 'owls.localhost/old']],
  'wood.localhost/': [forests, ['owls.localhost/']],
  'rail.localhost/': [trains, ['rail.localhost/steam', ...timetable]],
  'rail.localhost/steam': [`${trains} steam`, []],
  ...Object.fromEntries(timetable.map((place): [string, Page] => [place, [trains, []]])),
};

export interface OwlWeb extends TestWeb {
  /** The URL of a page by host and path: `hub.localhost/`. */
  urlOf(place: string): string;
}

/** A small web for questions in SQL, every one of which has something to find. */
export async function startOwlWeb(): Promise<OwlWeb> {
  const urlOf = (place: string): string => {
    const [host = '', ...path] = place.split('/');
    return host.endsWith('.example') ? `http://${place}` : web.url(host, `/${path.join('/')}`);
  };
  const web = await startWeb({
    pages: ({ name: host, path }) => {
      const place = `${host}${path}`;
      if (host === 'broken.localhost' && path !== '/robots.txt') return { status: 503 };
      if (place === 'owls.localhost/old') return { status: 301, headers: { location: '/barn' } };
      const [text, links] = pages[place] ?? [];
      if (text === undefined || links === undefined) return undefined;
      const anchors = links.map((link) => `<a href="${urlOf(link)}">more</a>`);
      return {
        headers: { 'content-type': 'text/html' },
        body: `<title>${path}</title><p>${text}</p>${anchors.join(' ')}`,
      };
    },
  });
  return { ...web, urlOf };
}

/** The job.yaml of a crawl of that web as a tree, whose topic is written into a directory. */
export function owlJob(web: OwlWeb, directory: string): Readonly<Record<string, unknown>> {
  const [file, classes] = [join(directory, 'topic.txt'), join(directory, 'classes.txt')];
  writeFileSync(file, '100: owl=O\n100: forest=F\n100: train=T\n');
  writeFileSync(classes, 'N = Nature\nO < N = Owls\nF < N = Forests\nT = Trains\n');
  return {
    name: 'owls',
    seeds: [web.url('hub.localhost')],
    scope: { hosts: ['localhost'] },
    network: { allow: ['localhost'] },
    politeness: { waitIntervalHost: 0, responseFactor: 0, firstBackoff: 7_200 },
    topic: { file, classes, good: ['N'] },
    focus: { mode: 'unfocused' },
    crawl: { patience: 0 },
  };
}

/** Values of shipped questions that have none by default, or for which this web is too small. */
export function owlValues(web: OwlWeb): Readonly<Record<string, Readonly<Record<string, string | number>>>> {
  return {
    neighbours: { url: web.urlOf('hub.localhost/') },
    citations: { from: 'N', to: 'T' },
    sites: { pages: 1 },
    together: { url: web.urlOf('owls.localhost/') },
    popularity: { servers: 2 },
  };
}
