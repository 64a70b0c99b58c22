import { describe, expect, it } from 'vitest';
import type { Link } from '../../../lib/base/links/link.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { distinctiveTerms } from '../../../lib/capabilities/examples/set/distinctive-terms.ts';
import { openInfoHubs } from '../../../lib/capabilities/examples/set/info-hubs.ts';
import { type NearPage, rankNeighbours } from '../../../lib/capabilities/examples/set/neighbours.ts';
import { openPureSites } from '../../../lib/capabilities/examples/set/pure-sites.ts';

const url = (name: string) => `http://${name}` as CanonicalUrl;
const text = (source: string, said: string) => ({ source, text: said });

describe('pages near an example', () => {
  const terms = distinctiveTerms(
    [text('a', 'the owl hunts mice'), text('b', 'the owl sleeps')],
    [text('c', 'the train sleeps'), text('d', 'the bus')],
    10,
  );

  it('are found by words that many examples have and few other pages', () => {
    expect(terms.map(({ term }) => term)).toEqual(['owl', 'hunts', 'mice']);
  });

  it('are ranked by the distinctive words of their titles, without those that have none', () => {
    const near = (name: string, title: string): NearPage => ({
      ...{ url: url(name), nearness: 'linked', title, isTitle: true },
    });
    const pages = [near('a/', 'Mice of the field'), near('b/', 'Trains'), near('c/', 'Owl and mice')];
    expect(rankNeighbours(pages, terms, 5).map(({ url: at, words }) => [at, words])).toEqual([
      [url('c/'), ['owl', 'mice']],
      [url('a/'), ['mice']],
    ]);
  });

  it('are ranked by what their titles mean where somebody knows that, also those that share no word', () => {
    const near = (name: string, title: string): NearPage => ({
      ...{ url: url(name), nearness: 'linked', title, isTitle: true },
    });
    const pages = [near('a/', 'mice'), near('b/', 'talons'), near('c/', 'trains'), near('d/', 'unheard of')];
    const known: Readonly<Record<string, number>> = { mice: 0.2, talons: 0.8, trains: 0.1 };
    const meaning = { nearness: (title: string) => known[title], wordsNear: () => ['beak'] };
    expect(rankNeighbours(pages, terms, 5, meaning).map(({ url: at, words }) => [at, words])).toEqual([
      [url('b/'), ['beak']],
      [url('a/'), ['mice']],
    ]);
  });
});

describe('info hubs', () => {
  it('link to accepted pages and to pages on topic, each counted once; few are accidents', () => {
    const link = (name: string) => ({ url: url(name) }) as Link;
    const hubs = openInfoHubs(
      new Map([
        [url('in/'), { accepted: true, relevance: 0.2 }],
        [url('on/'), { accepted: false, relevance: 0.9 }],
        [url('on/2'), { accepted: false, relevance: 0.8 }],
        [url('off/'), { accepted: false, relevance: 0.1 }],
      ]),
      (target) => target !== url('picture'),
    );
    const targets = ['in/', 'in/', 'on/', 'on/2', 'off/', 'new/', 'picture', 'hub/'].map(link);
    hubs.add({ url: url('hub/'), links: targets });
    hubs.add({ url: url('off/'), links: [link('in/'), link('on/')] });
    expect(hubs.best(5)).toEqual([{ url: url('hub/'), accepted: 1, relevant: 2, unvisited: 1 }]);
  });
});

describe('pure sites', () => {
  it('are hosts of which most is on topic, many pages before few, with pages that nobody has judged', () => {
    const sites = openPureSites();
    const add = (host: string, count: number, relevance: number, isLabelled = false) => {
      for (let at = 0; at < count; at += 1)
        sites.add({ url: url(`${host}/${at}-${relevance}`), at: 0, relevance }, isLabelled);
    };
    add('pure.example', 4, 0.9);
    add('large.example', 20, 0.8);
    add('mixed.example', 4, 0.9);
    add('mixed.example', 4, 0.1);
    add('few.example', 2, 0.9);
    add('known.example', 5, 0.9, true);
    expect(
      sites.best(5).map(({ host, relevant, judged, pages }) => [host, relevant, judged, pages.length]),
    ).toEqual([
      ['large.example', 20, 20, 10],
      ['pure.example', 4, 4, 4],
      ['mixed.example', 4, 8, 4],
    ]);
    expect(sites.site('nowhere.example')).toBeUndefined();
  });
});
