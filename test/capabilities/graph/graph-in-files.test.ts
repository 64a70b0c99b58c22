import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileSpace } from '../../../lib/adapters/system/file-space.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { lineText } from '../../../lib/base/line.ts';
import { encodeLinkLine } from '../../../lib/base/links/link-segment.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { draftDirectory } from '../../../lib/capabilities/graph/draft-directory.ts';
import type { WebGraph } from '../../../lib/graph/building/web-graph.ts';
import type { ArrayKind, NumberArray } from '../../../lib/graph/columns/column.ts';
import { ranksOf } from '../../../lib/graph/ranking/page-ranks.ts';
import { classLinkReport } from '../../../lib/graph/reports/class-links.ts';
import { graphFiles, graphForms } from '../../../lib/graph/reports/export-graph.ts';
import { hubReport } from '../../../lib/graph/reports/hub-report.ts';
import { siteReport } from '../../../lib/graph/reports/site-report.ts';
import { withGraph } from '../../../lib/pipeline/link-graph/open-graph.ts';
import type { GraphSpace, GraphStore } from '../../../lib/ports/graphs.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const job = 'birds';
const settings = testSettings(job);
let ports: MemoryPorts;
let folder: string;
beforeEach(() => {
  ports = memoryPorts();
  folder = mkdtempSync(join(tmpdir(), 'winnow-files-'));
});
afterEach(() => {
  ports.close();
  rmSync(folder, { recursive: true });
});

/** A space in files that has room for a few numbers at once, so that every way through the files is taken. */
function tinySpace(room = Number.POSITIVE_INFINITY): GraphSpace {
  const space = openFileSpace(folder, 1);
  let written = 0;
  return {
    ...space,
    ...{ atOnce: 16, blockLength: 5 },
    writer<T extends NumberArray>(Kind: ArrayKind<T>) {
      const writer = space.writer(Kind);
      return {
        ...writer,
        add(value: number) {
          written += 1;
          if (written > room) throw new WinnowError('full', `${folder}: no room left on the device`);
          writer.add(value);
        },
      };
    },
  };
}

interface DrawnPage {
  readonly page: number;
  readonly at: number;
  readonly links: readonly number[];
  readonly relevance: number;
  readonly movedTo: number | undefined;
}

const drawnPage = fc.record({
  page: fc.nat({ max: 30 }),
  at: fc.integer({ min: 1, max: 50 }),
  links: fc.array(fc.nat({ max: 40 }), { maxLength: 12 }),
  relevance: fc.integer({ min: 0, max: 4 }).map((quarters) => quarters / 4),
  movedTo: fc.option(fc.nat({ max: 30 }), { freq: 8, nil: undefined }),
});

const hostOf = (page: number): HostName => `h${page % 7}.example` as HostName;
const url = (page: number): CanonicalUrl => `http://${hostOf(page)}/${page}` as CanonicalUrl;

function lineOf({ page, at, links, relevance, movedTo }: DrawnPage): string {
  const moved = movedTo !== undefined;
  const listed = (moved ? [movedTo] : links).map((target) => ({
    ...{ url: url(target), anchor: '', rel: [], element: moved ? 'redirect' : 'a', place: 'body' },
  }));
  const head = {
    v: 1,
    url: url(page),
    host: hostOf(page),
    turn: 1,
    depth: 0,
    at,
    ownAdmitted: true,
  } as const;
  const verdict = moved
    ? ({ outcome: 'redirected' } as const)
    : ({ outcome: 'stored', relevance, best: `class-${page % 3}` } as const);
  return lineText(encodeLinkLine({ ...head, ...verdict }, JSON.stringify(listed)));
}

let logged = 0;
async function log(pages: readonly DrawnPage[]): Promise<void> {
  logged += 1;
  const id = `${String(ports.clock.now()).padStart(14, '0')}-${String(logged).padStart(8, '0')}`;
  await ports.links.put(job, id, Buffer.from(pages.map(lineOf).join('\n')));
}

/** All that is asked of a graph. */
function answersOf(web: WebGraph): object {
  const { hub, authority, ...ranks } = ranksOf(web);
  const numbers = [...Array(web.urls.size()).keys()];
  return {
    urls: numbers.map((node) => web.urls.urlOf(node)),
    found: numbers.map((node) => web.urls.numberOf(web.urls.urlOf(node))),
    ranks: [ranks, hub, authority],
    hubs: hubReport(web, { share: 0.5, iterations: 20, top: 50 }),
    sites: siteReport(web, { minPages: 1, sort: 'rank', top: 50 }),
    classes: classLinkReport(web, { top: 20, from: new Set(['class-0']), to: new Set(['class-1']) }),
    directory: draftDirectory(web, { top: 5, minPages: 1, share: 0.5, iterations: 20 }),
    files: graphForms.flatMap((form) =>
      graphFiles(web, form).map(({ name, lines }) => [name, [...lines].join('')]),
    ),
  };
}

/** @param space absent: in memory */
function answers(space?: GraphSpace): Promise<object | undefined> {
  const { graphs: parts } = ports;
  const graphs: GraphStore = {
    put: (...one) => parts.put(...one),
    read: (...one) => parts.read(...one),
    names: (...some) => parts.names(...some),
    delete: (...some) => parts.delete(...some),
    space: () => space ?? parts.space(job, 1),
  };
  const memoryMb = space === undefined ? 1_024 : 0.001;
  return withGraph(
    { ...ports, graphs },
    job,
    settings,
    { endBy: Number.POSITIVE_INFINITY, memoryMb, partVisits: 7, keepsVisits: true },
    ({ web, visits }) =>
      web &&
      visits && { ...answersOf(web), visits: Object.values(visits).map((column) => [...column.subarray()]) },
  );
}

describe('a link graph that does not fit into memory', () => {
  it('has the same answers, to the last bit, whatever the graph', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(drawnPage, { minLength: 1, maxLength: 60 }), async (pages) => {
          for (let from = 0; from < pages.length; from += 5) await log(pages.slice(from, from + 5));
          const inMemory = await answers();
          expect(await answers(tinySpace())).toEqual(inMemory);
        })
        .afterEach(() => {
          ports.close();
          ports = memoryPorts();
        }),
      { numRuns: 40 },
    );
  });

  it('leaves no file behind, neither at its end nor when there is no room for it', async () => {
    await log(fc.sample(drawnPage, { numRuns: 200, seed: 1 }));
    await answers(tinySpace());
    expect(readdirSync(folder)).toEqual([]);
    await expect(answers(tinySpace(500))).rejects.toMatchObject({ code: 'full' });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is as it was for whoever asks next, when there was no room for an analysis', async () => {
    await log(fc.sample(drawnPage, { numRuns: 100, seed: 2 }));
    const before = await answers();
    await expect(answers(tinySpace(300))).rejects.toMatchObject({ code: 'full' });
    expect(await answers()).toEqual(before);
  });
});
