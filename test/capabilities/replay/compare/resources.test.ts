import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../../lib/base/url/url.ts';
import { byDistance, openResources } from '../../../../lib/capabilities/replay/compare/resources.ts';
import { openPageGathering } from '../../../../lib/graph/gathering.ts';
import { webGraphOf } from '../../../../lib/graph/web-graph.ts';

const url = (name: string) => `https://${name}.example/` as CanonicalUrl;

/** Pages by name: relevance, and the names that they link to. */
function resourcesOf(
  web: Readonly<Record<string, readonly [number, readonly string[]]>>,
  seeds: readonly string[],
) {
  const gathering = openPageGathering();
  for (const [at, [name, [relevance, targets]]] of Object.entries(web).entries())
    gathering.add({
      url: url(name),
      at: at + 1,
      depth: 0,
      outcome: 'stored',
      relevance,
      targets: targets.map(url),
    });
  const graph = webGraphOf(gathering.urls, gathering.names, gathering.columns());
  return openResources(
    graph,
    seeds.map((name) => graph.urls.numberOf(url(name)) as number),
  )();
}

describe('the best resources of a crawl', () => {
  const found = resourcesOf(
    {
      seed: [0.9, ['hub', 'better']],
      hub: [0.2, ['good', 'better', 'unfetched']],
      good: [0.9, []],
      better: [0.9, []],
      island: [0.9, []],
    },
    ['seed'],
  );

  it('are pages that many link to, their servers, and pages that link to many', () => {
    expect(found.authorities[0]).toEqual({ name: 'https://better.example/', distance: 1 });
    expect(found.servers[0]).toEqual({ name: 'better.example', distance: 1 });
    expect(found.hubs).toContainEqual({ name: 'https://hub.example/', distance: 1 });
  });

  it('are counted by links from the nearest seed, those that no links lead to in no row', () => {
    expect(byDistance([{ distance: 2 }, { distance: 2 }, { distance: 0 }, {}])).toEqual([1, 0, 2]);
  });
});
