import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inlineReader } from '../../../lib/adapters/reading/inline-reader.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { lists } from '../../../lib/capabilities/lists.ts';
import type { Outbox, OutboxPage } from '../../../lib/domain/collection/outbox.ts';
import type { ChangeLine } from '../../../lib/domain/collection/record.ts';
import { publish } from '../../../lib/pipeline/collection/publish.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { ownObject } from '../../support/collection/own-object.ts';
import { linesOfTurn } from '../../support/collection/turn-lines.ts';
import { putDocument } from '../../support/put-document.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const host = 'a.example' as HostName;
const key = { job: 'birds', host };
const settings = testSettings('birds');
const url = 'http://a.example/owls' as CanonicalUrl;
const other = 'http://b.example/owls' as CanonicalUrl;
const html = '<title>Owls</title><p>They hunt at night.</p><a href="/hawks">hawks</a>';
const contentType = 'text/html';

let stores: MemoryPorts;
let ports: Ports;
beforeEach(() => {
  stores = memoryPorts();
  ports = { ...stores, reader: inlineReader() } as unknown as Ports;
});
afterEach(() => stores.close());

/** A page as the outbox of a turn names it, its raw document kept. */
async function committed(): Promise<OutboxPage> {
  const body = new Uint8Array(Buffer.from(html));
  const read = await ports.reader.read({
    ...{ url, body, contentType, urlSettings: settings.url, links: settings.links },
    ...{ scoreLinks: false, extract: settings.extract, product: 'x' },
  });
  if (read.kind !== 'page') throw new Error('not read');
  const { md5, digest } = read.content;
  const document = await putDocument(ports.documents, key.job, { md5, body });
  const response = {
    url,
    status: 200,
    contentType,
    fetchedAt: 5_000,
    wireBytes: 9,
    bytes: 9,
    truncated: false,
  };
  return { md5, digest, response, depth: 1, firstSeen: 5_000, lastChanged: 5_000, document };
}

const outbox = (pages: readonly OutboxPage[], more: Partial<Outbox> = {}): Outbox => ({
  ...{ previous: { turn: 0 }, pages, removals: [], inbox: [], spent: [] },
  ...more,
});

async function published(of: Outbox, turn = 3): Promise<readonly ChangeLine[]> {
  await publish(
    { ports, key, turn, settings, contents: new Map(), publishers: lists.publishers },
    { ...of, object: ownObject({ host, turn }) },
  );
  return (await linesOfTurn(ports.changes, key.job, host, turn)).map(
    (line) => JSON.parse(line) as ChangeLine,
  );
}

/** A URL leads to the record, by another page. */
async function added({ md5, document }: OutboxPage, by: CanonicalUrl, turn: number): Promise<number> {
  const draft = {
    md5,
    title: 'Owls',
    mediaType: 'text/html',
    bytes: 9,
    targets: 'x',
    ...(document && { document }),
  };
  const change = { host: new URL(by).host, turn, ordinal: 0, object: ownObject({ host, turn }) };
  return (await ports.records.add(key.job, { ...draft, change }, { url: by, at: 4_000, depth: 2 })).revision;
}

describe('a committed turn that is published', () => {
  it('makes the record of its page', async () => {
    const page = await committed();
    expect(await ports.records.record(key.job, page.md5)).toBeUndefined();
    const [line] = await published(outbox([page]));
    expect(line).toMatchObject({
      ...{ change: 'created', revision: 1, document: page.document, url },
      record: { urls: [url], firstSeen: 5_000, title: 'Owls' },
    });
    expect(await ports.records.record(key.job, page.md5)).toMatchObject({
      ...{ firstUrl: url, title: 'Owls', firstSeen: 5_000, document: page.document },
      change: { host, turn: 3, ordinal: 0 },
    });
  });

  it('says the same when it is done again', async () => {
    const page = await committed();
    const first = await published(outbox([page]));
    expect(await published(outbox([page]))).toEqual(first);
  });

  it('says who else leads there by now when it is done again', async () => {
    const page = await committed();
    await published(outbox([page]));
    const revision = await added(page, other, 9);
    const [line] = await published(outbox([page]));
    expect(line).toMatchObject({ revision, record: { urls: [url, other] } });
  });

  it('joins the record of another host that was faster, which both took for new', async () => {
    const page = await committed();
    await added(page, other, 9);
    const [line] = await published(outbox([page]));
    expect(line).toMatchObject({ change: 'updated', record: { urls: [other, url], firstSeen: 4_000 } });
  });

  it('makes a record anew whose last URL went after it was looked at', async () => {
    const page = await committed();
    await added(page, other, 9);
    await ports.records.remove(key.job, page.md5, other);
    const [line] = await published(outbox([page]));
    expect(line).toMatchObject({
      change: 'created',
      document: page.document,
      record: { urls: [url], firstSeen: 5_000 },
    });
    expect(line?.revision).toBeGreaterThan(2);
  });

  it('never empties a record that it leads to: URLs come before they go', async () => {
    const page = await committed();
    const gone = { md5: page.md5, url: 'http://a.example/old' as CanonicalUrl, cause: 'gone', at: 6_000 };
    await added(page, gone.url, 1);
    const lines = await published(outbox([page], { removals: [gone] }));
    expect(lines.map(({ change }) => change)).toEqual(['updated']);
    expect(await ports.records.urls(key.job, page.md5, 10)).toEqual([url]);
  });
});
