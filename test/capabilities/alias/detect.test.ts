import { describe, expect, it } from 'vitest';
import { detectAliases } from '../../../lib/capabilities/alias/detect.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import { memoryPorts } from '../../support/stores.ts';

const job = { name: 'j' } as Job;
const md5 = (i: number): string => i.toString(16).padStart(32, '0');

/** Enters records with their URLs, and a body of no host: what is counted are the records. */
async function detected(urlsOf: readonly (readonly string[])[]) {
  const { records, hosts, segments, close } = memoryPorts();
  for (const [i, urls] of urlsOf.entries()) {
    const draft = {
      ...{ md5: md5(i), title: '', mediaType: 'text/html', bytes: 1, targets: '' },
      change: { host: 'h', turn: 1, ordinal: i, object: 'o' },
    };
    for (const url of urls) await records.add('j', draft as never, { url: url as never, at: i, depth: 1 });
  }
  const options = { records: 1_000, signal: new AbortController().signal };
  const found = await detectAliases({ records, hosts, segments }, job, options);
  close();
  return found;
}

describe('records', () => {
  it('of very many hosts or URLs say nothing of any two', async () => {
    const everywhere = Array.from({ length: 9 }, (_, i) => `http://h${i}.example/`);
    const often = Array.from({ length: 70 }, (_, i) => `http://h${i % 2}.example/${i}`);
    expect(await detected([everywhere, often, ['http://h0.example/a', 'http://h1.example/a']])).toMatchObject(
      {
        records: 3,
        shared: 1,
        common: 2,
        groups: [],
      },
    );
  });

  it('that a host has under http and https make no group, and are told', async () => {
    const both = (path: string) => [`http://h.example${path}`, `https://h.example${path}`];
    expect(await detected([both('/'), both('/a'), ['http://h.example/b']])).toMatchObject({
      shared: 0,
      groups: [],
      schemes: [{ host: 'h.example', pages: 2 }],
    });
  });
});
