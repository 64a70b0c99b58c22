import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bytesOfLines } from '../../../lib/base/line.ts';
import { encodeLinkLine } from '../../../lib/base/links/link-segment.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { rowOf } from '../../../lib/graph/building/link-graph.ts';
import type { WebGraph } from '../../../lib/graph/building/web-graph.ts';
import { gatherParts } from '../../../lib/pipeline/link-graph/gather-parts.ts';
import { readGraphState } from '../../../lib/pipeline/link-graph/graph-state.ts';
import { type GraphOptions, withGraph } from '../../../lib/pipeline/link-graph/open-graph.ts';
import { CrashPlan, crashing } from '../../support/crash.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const job = 'birds';
const settings = testSettings(job);
let ports: MemoryPorts;
beforeEach(() => {
  ports = memoryPorts();
});
afterEach(() => ports.close());

const url = (page: number): CanonicalUrl => `http://h${page % 7}.example/${page}` as CanonicalUrl;

/** Pages `from` to `to`, each with links to the next three, in a segment of the link log. */
async function log(from: number, to: number, at = ports.clock.now()): Promise<string> {
  const lines = Array.from({ length: to - from }, (_, place) => {
    const page = from + place;
    const links = [1, 2, 3].map((step) => ({
      ...{ url: url(page + step), anchor: '', rel: [], element: 'a', place: 'body' },
    }));
    const head = {
      v: 1,
      url: url(page),
      host: `h${page % 7}.example` as HostName,
      turn: 1,
      depth: 0,
    } as const;
    return encodeLinkLine({ ...head, at, outcome: 'stored', ownAdmitted: true }, JSON.stringify(links));
  });
  const id = `${String(at).padStart(14, '0')}-${ports.entropy.id()}`;
  await ports.links.put(job, id, bytesOfLines(lines));
  return id;
}

async function gathered(options: Partial<GraphOptions> = {}) {
  return await withGraph(
    ports,
    job,
    settings,
    { endBy: Number.POSITIVE_INFINITY, ...options },
    ({ web, ...rest }) => ({ ...rest, edges: web && edgesOf(web) }),
  );
}

/** The edges of a graph by URL. */
function edgesOf({ urls, links }: WebGraph): readonly string[] {
  return Array.from({ length: links.nodes }, (_, node) => node)
    .flatMap((node) => [...rowOf(links, node)].map((target) => `${urls.urlOf(node)} ${urls.urlOf(target)}`))
    .sort();
}

function expectedEdges(pages: number): readonly string[] {
  return Array.from({ length: pages }, (_, page) =>
    [1, 2, 3].map((step) => `${url(page)} ${url(page + step)}`),
  )
    .flat()
    .sort();
}

describe('gathering the link graph of a job', () => {
  it('reads each segment once, and adds what is new', async () => {
    await log(0, 50);
    await log(50, 80);
    expect(await gathered()).toMatchObject({ segments: 2, over: true });
    expect(await gathered()).toMatchObject({ segments: 0 });
    await log(80, 100);
    const { segments, edges } = await gathered();
    expect(segments).toBe(1);
    expect(edges).toEqual(expectedEdges(100));
  });

  it('reads nothing a second time of the link log, nor of its own parts before it is asked for the graph', async () => {
    const read: string[] = [];
    const noting = <T extends { read(job: string, name: string): unknown }>(store: T): T =>
      new Proxy(store, {
        get(target, name) {
          const own = Reflect.get(target, name) as (...some: unknown[]) => unknown;
          return (...some: unknown[]) => {
            if (name === 'read') read.push(String(some[1]));
            return own.apply(target, some);
          };
        },
      });
    const noted = { ...ports, links: noting(ports.links), graphs: noting(ports.graphs) };
    const gather = async (): Promise<readonly string[]> => {
      read.length = 0;
      await gatherParts(noted, job, settings, { endBy: Number.POSITIVE_INFINITY });
      return [...read];
    };
    const first = await log(0, 50);
    expect(await gather()).toEqual(['state.json', first]);
    expect(await gather()).toEqual(['state.json']);
    const second = await log(50, 80);
    expect(await gather()).toEqual(['state.json', second]);
    expect((await gathered()).edges).toEqual(expectedEdges(80));
  });

  it('reads a segment that was begun earlier than others and put later', async () => {
    const now = ports.clock.now();
    await log(0, 10, now);
    await gathered();
    await log(10, 20, now - 60_000);
    expect(await gathered()).toMatchObject({ segments: 1 });
  });

  it('forgets the names of segments when none can come before them any more', async () => {
    for (let at = 0; at < 5; at += 1) await log(at, at + 1);
    await ports.clock.advance(2 * 3_600_000);
    await log(5, 6);
    await gathered();
    expect((await readGraphState(ports.graphs, job)).recent).toHaveLength(1);
  });

  it('goes on where it stopped when its time was over', async () => {
    for (let at = 0; at < 20; at += 1) await log(10 * at, 10 * at + 10);
    expect(await gathered({ endBy: ports.clock.monotonic() - 1 })).toMatchObject({
      segments: 0,
      over: false,
    });
    expect((await gathered()).edges).toEqual(expectedEdges(200));
  });

  it('puts many small parts together to one', async () => {
    for (let at = 0; at < 45; at += 1) {
      await log(10 * at, 10 * at + 10);
      await gathered();
    }
    expect((await readGraphState(ports.graphs, job)).parts.length).toBeLessThan(10);
    expect((await ports.graphs.names(job, 100)).length).toBeLessThan(11);
    expect((await gathered()).edges).toEqual(expectedEdges(450));
  });

  it.each(['missing', 'damaged'])('begins anew where a part is %s', async (what) => {
    await log(0, 50);
    await gathered();
    const [{ name } = { name: '' }] = (await readGraphState(ports.graphs, job)).parts;
    if (what === 'missing') await ports.graphs.delete(job, [name]);
    else await ports.graphs.put(job, name, Buffer.from('no gzip'));
    await log(50, 60);
    expect((await gathered()).edges).toEqual(expectedEdges(60));
  });

  it('passes over what is damaged of the link log, and says so', async () => {
    await log(0, 50);
    await ports.links.put(job, '00000000000001-x', Buffer.from('{"v":1,'));
    const { unreadable, edges } = await gathered();
    expect(unreadable).toBe(1);
    expect(edges).toEqual(expectedEdges(50));
  });

  it('refuses the graph of a newer version', async () => {
    await ports.graphs.put(job, 'state.json', Buffer.from('{"v":3,"parts":[],"recent":[]}'));
    await expect(gathered()).rejects.toMatchObject({ code: 'newer' });
  });

  it('loses and doubles nothing by a crash at any of its steps', async () => {
    for (let at = 0; at < 6; at += 1) await log(10 * at, 10 * at + 10);
    const plan = new CrashPlan();
    const crashed = { ...ports, graphs: crashing(ports.graphs, plan), links: crashing(ports.links, plan) };
    for (let step = 0; step < 40; step += 1) {
      plan.arm(step % 13, step % 2 === 0 ? 'before' : 'after');
      const options = {
        endBy: Number.POSITIVE_INFINITY,
        partVisits: 15,
        memoryMb: step % 3 === 0 ? 0.001 : 100,
      };
      await withGraph(crashed, job, settings, options, () => 0).catch(() => 0);
      await plan.disarm();
    }
    expect((await gathered()).edges).toEqual(expectedEdges(60));
  });
});
