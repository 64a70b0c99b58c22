import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bytesOfLines } from '../../../lib/base/line.ts';
import { encodeLinkLine, hasSample, sampleMark } from '../../../lib/base/links/link-segment.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { gatherSample, type SamplePorts } from '../../../lib/capabilities/latent/gather-sample.ts';
import { mostSampled } from '../../../lib/capabilities/latent/sampled-text.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const perSegment = 5;
const settings = testSettings('owls');
let ports: MemoryPorts;
/** Segments that were read. */
let read: number;
beforeEach(() => {
  ports = memoryPorts();
  read = 0;
});
afterEach(() => ports.close());

const md5Of = (page: number): string => hash('md5', String(page));

/** Puts the lines of off-topic pages into the link log, as turns do that know which pages are sampled. */
async function fetched(pages: readonly number[], below = 'g'): Promise<void> {
  for (let at = 0; at < pages.length; at += perSegment) {
    const lines = pages.slice(at, at + perSegment).map((page) => {
      const md5 = md5Of(page);
      const sample = md5 < below ? { sample: { md5, title: '', words: `word${page}` } } : {};
      const url = `http://a.example/${page}` as CanonicalUrl;
      const head = { v: 1, url, host: 'a.example' as HostName, turn: 1, depth: 1, at: 1 } as const;
      return encodeLinkLine({ ...head, outcome: 'off-topic', ownAdmitted: true, ...sample }, '[]');
    });
    const mark = lines.some(hasSample) ? sampleMark : '';
    const id = `${String(pages[at]).padStart(14, '0')}-x${mark}`;
    await ports.links.put('owls', id, bytesOfLines(lines));
  }
}

async function gathered() {
  const job = await ensureJob(ports, settings);
  const links: SamplePorts['links'] = {
    kept: (of, limit, after) => ports.links.kept(of, limit, after),
    read(of, id) {
      read += 1;
      return ports.links.read(of, id);
    },
  };
  read = 0;
  return await gatherSample({ ...ports, links }, job, settings, Number.POSITIVE_INFINITY);
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe('the sample of what a job has read', () => {
  it('has the pages with the smallest MD5, in whatever order and portions they were read', async () => {
    const pages = numbers(0, 3 * mostSampled);
    const smallest = pages.map(md5Of).toSorted().slice(0, mostSampled);
    await fetched(pages.toReversed());
    expect((await gathered()).texts.map(({ md5 }) => md5)).toEqual(smallest);
    ports.close();
    ports = memoryPorts();
    await fetched(pages.slice(0, mostSampled + 100));
    const { below } = await gathered();
    await fetched(pages.slice(mostSampled + 100), below);
    expect((await gathered()).texts.map(({ md5 }) => md5)).toEqual(smallest);
  });

  it('has as much read for it however many pages a job has', async () => {
    let below: string | undefined;
    let pages = 0;
    for (const next of [8_000, 16_000, 32_000, 64_000]) {
      await fetched(numbers(pages, next), below);
      pages = next;
      const sample = await gathered();
      below = sample.below;
      expect(sample.texts.length).toBe(mostSampled);
      expect(read).toBeLessThan(1.1 * mostSampled);
    }
  });

  it('is gathered anew when what was gathered is damaged', async () => {
    await fetched(numbers(0, 20));
    expect((await gathered()).texts.length).toBe(20);
    expect(read).toBe(4);
    await ports.graphs.put('owls', 'latent-sample', Buffer.from('odd'));
    expect((await gathered()).texts.length).toBe(20);
  });
});
