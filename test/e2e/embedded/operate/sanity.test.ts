import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BundleDocuments } from '../../../../lib/adapters/embedded/bundles/bundle-documents.ts';
import type { CanonicalUrl, HostName } from '../../../../lib/base/url/url.ts';
import { type Finding, type FlawCode, flaws } from '../../../../lib/capabilities/sanity/flaws/finding.ts';
import { type HostBody, markDueBefore, openBody, seal } from '../../../../lib/domain/frontier/body.ts';
import { defaultLimits } from '../../../../lib/domain/frontier/limits.ts';
import { winnow } from '../../../bin/test-io.ts';
import { putDocument } from '../../../support/put-document.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { jobDirectory, writeJob } from '../../support/job-directory.ts';

/** Two hosts, a duplicate, a page that is not there, more links than a host of small limits keeps in progress. */
let web: TestWeb;
let original: string;

beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path }) => {
      if (path === '/robots.txt' || path === '/none') return { status: 404 };
      const other = web.url(name.startsWith('a') ? 'b.localhost' : 'a.localhost', '/one');
      const links = ['/one', '/two', '/same', '/again', '/none', other].map((to) => `<a href="${to}">x</a>`);
      const says = path === '/same' || path === '/again' ? 'the same' : `page ${path} of ${name}`;
      return {
        headers: { 'content-type': 'text/html' },
        body: `<title>t</title><p>${says} ${links.join(' ')}`,
      };
    },
  });
  original = jobDirectory('sanity', { seeds: [web.url('a.localhost', '/')] });
  const { exit, err } = await winnow(['crawl', '--job', original]);
  // On a busy machine it takes long enough for a line of progress.
  const complaints = err.split('\n').filter((line) => line !== '' && !/ pages · /.test(line));
  expect({ exit, complaints }).toEqual({ exit: 0, complaints: [] });
});

afterAll(() => web.close());

/** A copy of one crawl that is over. */
function crawled(): string {
  const directory = jobDirectory('sanity', {});
  cpSync(original, directory, { recursive: true });
  writeJob(directory, 'sanity', { seeds: [web.url('a.localhost', '/')] });
  return directory;
}

async function sanity(directory: string, ...options: readonly string[]) {
  const { exit, out, err } = await winnow([
    'sanity',
    '--json',
    '--documents',
    '--job',
    directory,
    ...options,
  ]);
  expect(err).toBe('');
  return { exit, findings: JSON.parse(out) as readonly Finding[] };
}

const a = `a.localhost`;
const untold = 'f'.repeat(32);

type How = string | ((data: string) => void | Promise<void>);

/** SQL on the state of a crawl that is over, or what is done to its files; and what is found then. */
const corruptions: readonly (readonly [what: string, how: How, code: FlawCode, says?: RegExp])[] = [
  ['the state of a host is gone', `DELETE FROM body WHERE host LIKE '${a}%'`, 'body-missing'],
  [
    'the state of a host is damaged',
    `UPDATE body SET bytes = x'00' WHERE host LIKE '${a}%'`,
    'body-unreadable',
    /^(?!a segment)/,
  ],
  [
    'the state of a host is of another job',
    `UPDATE body SET bytes = (SELECT bytes FROM body WHERE host LIKE 'b.%') WHERE host LIKE '${a}%'`,
    'record-urls-wrong',
    /held by/,
  ],
  [
    'a control was set back',
    `UPDATE control SET turn = 0, published = 0 WHERE host LIKE '${a}%'`,
    'turns-differ',
    /last ticket was for/,
  ],
  [
    'a turn was never told, and its host forgotten',
    `UPDATE control SET published = turn - 1, state = 'idle', due_at = NULL WHERE host LIKE '${a}%'; DELETE FROM due`,
    'host-forgotten',
    /the last that was told/,
  ],
  [
    'totals are wrong',
    `UPDATE control SET visited = visited + 1 WHERE host LIKE '${a}%'`,
    'control-differs',
    /it counts/,
  ],
  ['the due index is gone', 'DELETE FROM due', 'host-forgotten', /without an entry/],
  [
    'a host fell asleep over its work',
    `UPDATE control SET state = 'idle', due_at = NULL WHERE host LIKE '${a}%'; DELETE FROM due`,
    'host-forgotten',
    /it is idle/,
  ],
  [
    'a ticket was lost long ago',
    `UPDATE control SET state = 'ticketed', ticket = 't', ticket_expires = 1, due_at = NULL WHERE host LIKE '${a}%'; INSERT OR IGNORE INTO due (job, at, host, wake) SELECT job, 1, host, 0 FROM control WHERE host LIKE '${a}%'`,
    'ticket-lost',
  ],
  [
    'the due index names nobody',
    `INSERT INTO due (job, at, host, wake) SELECT name, 1, 'nobody.localhost', 0 FROM job`,
    'index-stale',
    /the job does not know it/,
  ],
  [
    'links wait for a host that was never made',
    `INSERT INTO inbox (job, host, id, bytes) SELECT name, 'nobody.localhost', 'x', CAST('{"v":1,"c":[]}' AS BLOB) FROM job; INSERT INTO due (job, at, host, wake) SELECT name, 1, 'nobody.localhost', 1 FROM job`,
    'index-stale',
    /the job does not know it/,
  ],
  [
    'links were sent to a host that sleeps',
    `INSERT INTO control (job, host, state, turn, published, attempts, pending, visited, bytes, outcomes, standing) SELECT job, 'new.localhost', 'idle', 0, 0, 0, 0, 0, 0, '{}', NULL FROM control LIMIT 1; INSERT INTO inbox (job, host, id, bytes) SELECT name, 'new.localhost', 'x', CAST('{"v":1,"c":[]}' AS BLOB) FROM job`,
    'host-forgotten',
    /links were sent to it/,
  ],
  [
    'a host waits, and nobody knows',
    `UPDATE control SET state = 'idle', due_at = NULL, waits_domain = 'localhost', waits_since = 1 WHERE host LIKE '${a}%'; DELETE FROM due WHERE host LIKE '${a}%'`,
    'host-forgotten',
    /nobody wakes it/,
  ],
  [
    'a record is gone',
    'DELETE FROM record WHERE urls = 1; DELETE FROM record_url WHERE md5 NOT IN (SELECT md5 FROM record)',
    'record-missing',
  ],
  [
    'a record forgot a URL',
    `DELETE FROM record_url WHERE url LIKE '%/again'; UPDATE record SET urls = (SELECT count(*) FROM record_url u WHERE u.md5 = record.md5), first_url = iif(first_url LIKE '%/again', NULL, first_url)`,
    'record-urls-wrong',
    /does not have it/,
  ],
  [
    'a record is held by a URL that is not there any more',
    `INSERT INTO record_url SELECT job, md5, 'http://${a}:1/gone' FROM record WHERE urls > 1 LIMIT 1; INSERT INTO control (job, host, state, turn, published, attempts, pending, visited, bytes, outcomes, standing) SELECT job, '${a}:1', 'idle', 0, 0, 0, 0, 0, 0, '{}', NULL FROM control LIMIT 1`,
    'record-urls-wrong',
    /held by/,
  ],
  [
    'a turn died after it had made a record, and its page changed',
    `INSERT INTO record (job, md5, first_url, urls, revision, title, media_type, bytes, depth, first_seen, change_host, change_turn, change_ordinal, change_object, document, targets) SELECT job, '${untold}', first_url, 1, 1, title, media_type, bytes, depth, first_seen, change_host, change_turn, 99, change_object, document, targets FROM record WHERE urls = 1 LIMIT 1`,
    'record-untold',
  ],
  [
    'the documents are gone',
    (data) => rmSync(join(data, 'bundles'), { recursive: true }),
    'document-missing',
    /is not there/,
  ],
  [
    'a document is damaged',
    (data) => {
      const bundle = aFile(join(data, 'bundles'));
      writeFileSync(bundle, readFileSync(bundle).fill(0));
    },
    'document-missing',
    /^(?!.* is not there)/,
  ],
  ['the changes are gone', (data) => rmSync(join(data, 'changes'), { recursive: true }), 'change-missing'],
  [
    'a document has no record, and never had one',
    async (data) => {
      const documents = new BundleDocuments(data);
      await putDocument(documents, 'sanity', { md5: untold, body: Buffer.from('x') });
      documents.close();
    },
    'document-unowned',
  ],
  [
    'an off-topic page that was kept is gone',
    (data) =>
      rewriteBody(data, (body) => {
        const [entry] = [...body.visits.values()].filter(({ visit }) => visit.outcome === 'gone');
        if (entry === undefined) throw new Error('there is no page that is gone');
        const judged = `t/1-x/0/${'0'.repeat(16)}`;
        body.visits.set(entry.visit.url, { ...entry, visit: { ...entry.visit, judged } });
      }),
    'off-topic-missing',
  ],
  [
    'a host has been marked until a time to come',
    (data) => rewriteBody(data, (body) => markDueBefore(body, Date.now() + 86_400_000)),
    'mark-ahead',
  ],
  [
    'a host knows a page of another',
    (data) =>
      rewriteBody(data, (body) => {
        for (const entry of [...body.visits.values()].slice(0, 1)) {
          const url = 'http://b.localhost/stray' as CanonicalUrl;
          const { md5: _, ...visit } = entry.visit;
          body.visits.set(url, { ...entry, visit: { ...visit, url } });
        }
      }),
    'url-of-another-host',
  ],
  [
    'a host knows a page as visited and as pending',
    (data) =>
      rewriteBody(data, (body) => {
        const [[url]] = [...body.visits] as [[CanonicalUrl, unknown]];
        body.pending.set(url, { url, rank: 0, depth: 1, hops: 0, seq: 1, seen: 2 } as never);
      }),
    'url-twice',
  ],
  [
    'the plan of revisits is senseless',
    `UPDATE job SET revisits = '{"price":-1,"perDay":null}'`,
    'figures-wrong',
    /the plan of revisits/,
  ],
  [
    'a month has cost less than nothing',
    `INSERT INTO counter (job, name, total) SELECT name, 'cost-' || strftime('%Y-%m') || '/puts', -5 FROM job`,
    'figures-wrong',
    /the cost of/,
  ],
  [
    'a command goes on for ever',
    `INSERT INTO command SELECT 'c-1', 1, json_object('requestId', 'c-1', 'at', 1, 'by', 'ann', 'reason', '', 'command', json_object('command', 'reharvest', 'job', name), 'state', 'running') FROM job`,
    'command-stuck',
  ],
  [
    'a host waits further behind than its rank says',
    `UPDATE control SET rank = -5 WHERE host LIKE '${a}%'; UPDATE due SET rank = 3`,
    'index-stale',
    /stands further behind/,
  ],
  [
    'a segment that a host has spilled to is gone',
    (data) => rewriteBody(data, () => undefined, { spills: true, keepsSegments: false }),
    'body-unreadable',
    /a segment/,
  ],
  [
    'a host has forgotten what it had seen of what it spilled',
    (data) => rewriteBody(data, () => undefined, { spills: true, forgets: true }),
    'url-unseen',
  ],
  [
    'a file stands where the documents were',
    (data) => {
      rmSync(join(data, 'bundles', 'sanity'), { recursive: true });
      writeFileSync(join(data, 'bundles', 'sanity'), 'x');
    },
    'state-unreadable',
  ],
  ['what goes on in the job is damaged', `UPDATE job SET tasks = 'x{'`, 'job-damaged'],
  [
    'pages were counted below none',
    `INSERT OR REPLACE INTO counter SELECT name, 'crawl/pages', -5 FROM job`,
    'figures-wrong',
    /the sums of/,
  ],
  ['an entry of the log is damaged', `INSERT INTO command VALUES ('c-2', 1, 'x{')`, 'command-unreadable'],
  [
    'the sums are not those of the hosts',
    'UPDATE total SET pending = pending + 5; DELETE FROM tally',
    'sums-differ',
  ],
  [
    'the control of a host is gone',
    `DELETE FROM control WHERE host LIKE '${a}%'`,
    'control-wrong',
    /it is not there/,
  ],
  [
    'the control of a host is damaged',
    `UPDATE control SET state = 'gone', turn = -3`,
    'control-wrong',
    /^(?!it is not there)/,
  ],
  [
    'a host has gone back to an earlier state',
    'UPDATE control SET turn = turn + 5, published = published + 5',
    'turns-differ',
    /it stands at turn/,
  ],
  ['a body is stored under another turn', 'UPDATE body SET turn = turn + 3', 'turns-differ', /stored under/],
  [
    'what a turn was to tell is gone',
    (data) =>
      rewriteBody(data, () => undefined, {
        outbox: { pages: [], removals: [], inbox: [], spent: [], staged: 'lost' },
        and: `UPDATE control SET published = turn - 1`,
      }).then(() => rmSync(join(data, 'changes'), { recursive: true })),
    'turn-untellable',
  ],
  [
    'a host is due in a far future',
    'UPDATE control SET due_at = 9e14; UPDATE due SET at = 9e14',
    'host-late',
    /it is due at/,
  ],
  [
    'a message to a host is damaged',
    `INSERT INTO inbox (job, host, id, bytes) SELECT job, host, 'x', x'00' FROM control WHERE host LIKE '${a}%'`,
    'inbox-wrong',
    /^x: (?!\d+ URLs)/,
  ],
  [
    'a message has come to another host',
    `INSERT INTO inbox (job, host, id, bytes) SELECT job, host, 'x', CAST('{"v":1,"c":[["http://b.localhost:1/",1,1]]}' AS BLOB) FROM control WHERE host LIKE '${a}%'`,
    'inbox-wrong',
    /URLs of other hosts/,
  ],
  ['a gate is shut for ever', 'UPDATE gate SET not_before = 9e14', 'host-late', /its gate is shut/],
  ['a robots.txt is kept for ever', 'UPDATE robots SET expires_at = 9e14', 'robots-wrong'],
  ['what is known of a domain is damaged', `UPDATE domain SET memory = 'x{'`, 'domain-wrong', /its tries/],
  ['the pages of a domain are below none', 'UPDATE domain SET pages = -5', 'domain-wrong', /-5 pages/],
  ['a record counts a URL too many', 'UPDATE record SET urls = urls + 1', 'record-urls-wrong', /it counts/],
  ['the register has another title', `UPDATE record SET title = 'another'`, 'record-differs'],
  ['the list of changes is gone', 'DELETE FROM changes_object', 'changes-gap'],
  ['a changes object is damaged', (data) => writeFileSync(aFile(join(data, 'changes')), 'x{'), 'changes-gap'],
  ['a host is said to fail', 'UPDATE control SET backoffs = 3', 'control-differs', /it fails/],
  ['the counts of a host are damaged', `UPDATE control SET outcomes = 'x{'`, 'control-differs', /it counts/],
  ['the link log is damaged', `UPDATE link_segment SET bytes = x'7b7b'`, 'links-missing'],
];

function aFile(directory: string): string {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true });
  const file = files.find((entry) => entry.isFile());
  return join(file?.parentPath ?? '', file?.name ?? '');
}

const nameOf = ({ code, subject }: Finding): string => `${code} ${subject}`;

describe('sanity', () => {
  it('finds nothing after a crawl', async () => {
    const directory = crawled();
    expect(await sanity(directory)).toEqual({ exit: 0, findings: [] });
    const { out } = await winnow(['sanity', '--job', directory]);
    expect(out).toBe('Everything that is stored agrees with itself.\n');
  });

  it.each(corruptions.map(([what, how, code, says = /^/]) => [what, how, code, says] as const))(
    'names it when %s, mends what it says it can, and agrees then',
    async (_, how, code, says) => {
      const directory = crawled();
      await corrupt(join(directory, 'data'), how);
      const { exit, findings } = await sanity(directory);
      expect(findings).toContainEqual(expect.objectContaining({ code, detail: expect.stringMatching(says) }));
      const told = findings.map(({ code: one, subject, detail }) => `${one} ${subject}: ${detail}`);
      expect(told.filter((one, place) => told.indexOf(one) !== place)).toEqual([]);
      for (const one of told.filter((text) => text.startsWith('control-differs')))
        expect(one).not.toMatch(/ (\S+) for \1\b/);
      expect(exit).toBe(findings.some(({ severity }) => severity === 'error') ? 1 : 0);

      const { findings: mended } = await sanity(directory, '--repair');
      // What is mended first may mend what comes after it.
      const named = findings.map(nameOf);
      expect(named).toEqual(expect.arrayContaining(mended.map(nameOf)));
      for (const { code: one, repair, next } of mended) {
        expect({ one, says: next !== undefined }).toEqual({ one, says: repair === 'impossible' });
        expect('repair' in flaws[one] ? ['done', 'impossible'] : ['impossible']).toContain(repair);
      }
      // What was lost is fetched again.
      if (code.startsWith('document-')) await winnow(['crawl', '--job', directory]);
      const { findings: left } = await sanity(directory);
      const lost = findings.filter(({ repair }) => repair === 'impossible');
      expect(lost).toEqual(expect.arrayContaining([...left]));
    },
  );

  it('says what to do about what cannot be mended, below the finding', async () => {
    const directory = crawled();
    await corrupt(join(directory, 'data'), `UPDATE body SET bytes = x'00' WHERE host LIKE '${a}%'`);
    const { out } = await winnow(['sanity', '--job', directory]);
    expect(out).toMatch(
      /✗ body-unreadable .*\n.* cannot be mended from what is stored\n {2}→ restore it \(docs\/runbook\.md#restore\); .*`winnow pause --host a\.localhost:\d+`/,
    );
  });

  it('has raw documents that were deleted again, by a reharvest without validators and by a fetch', async () => {
    const directory = crawled();
    rmSync(join(directory, 'data', 'bundles'), { recursive: true });
    const missing = async () =>
      (await sanity(directory)).findings.filter(({ code }) => code === 'document-missing').length;
    const before = await missing();
    expect(before).toBeGreaterThan(3);
    await winnow(['fetch', web.url('a.localhost', '/one'), '--job', directory]);
    expect(await missing()).toBe(before - 1);
    await winnow(['reharvest', '--all', '--job', directory]);
    await winnow(['crawl', '--job', directory]);
    await winnow(['reharvest', '--all', '--unconditional', '--job', directory]);
    await winnow(['crawl', '--job', directory]);
    expect(await sanity(directory)).toEqual({ exit: 0, findings: [] });
  });

  it('mends what makes a crawl stand still: it goes on to its end', async () => {
    const directory = jobDirectory('goes-on', { seeds: [web.url('a.localhost', '/')] });
    await winnow(['crawl', '--max-pages', '3', '--job', directory]);
    await corrupt(
      join(directory, 'data'),
      "UPDATE control SET state = 'idle', due_at = NULL; DELETE FROM due",
    );
    await winnow(['crawl', '--job', directory]);
    await sanity(directory, '--repair');
    await winnow(['crawl', '--job', directory]);
    const { out } = await winnow(['status', '--json', '--job', directory]);
    expect(JSON.parse(out)).toMatchObject({ pending: 0, records: 6 });
  });
});

async function corrupt(data: string, how: How): Promise<void> {
  if (typeof how === 'function') return await how(data);
  const database = new DatabaseSync(join(data, 'winnow.db'));
  database.exec(how);
  database.close();
}

/** How a body is stored again. */
interface Rewritten {
  /** With all that can be in segments; the store keeps them, unless it is told not to. */
  readonly spills?: boolean;
  readonly keepsSegments?: boolean;
  /** Without the runs of what was seen. */
  readonly forgets?: boolean;
  readonly outbox?: object;
  /** SQL that goes with it. */
  readonly and?: string;
}

/** Changes what the first host knows of its URLs. */
async function rewriteBody(
  data: string,
  change: (body: HostBody) => void,
  { spills = false, keepsSegments = true, forgets = false, outbox, and }: Rewritten = {},
): Promise<void> {
  const database = new DatabaseSync(join(data, 'winnow.db'));
  const row = database
    .prepare(
      `SELECT job, host, bytes, fingerprint_key AS fingerprintKey FROM body, job WHERE host LIKE '${a}%'`,
    )
    .get() as { job: string; host: HostName; bytes: Uint8Array; fingerprintKey: string };
  const limits = spills
    ? { ...defaultLimits, headBytes: 1, keepPending: 0, keepVisits: 0, minSpill: 1 }
    : defaultLimits;
  const body = openBody(row.bytes, { ...row, limits });
  change(body);
  const read = async () => {
    throw new Error('nothing was spilled');
  };
  const options = { turn: body.turn, outbox: () => outbox ?? null, segmentPrefix: 'x', read };
  const sealed = await seal(body, options);
  let { bytes } = sealed;
  if (forgets) ({ bytes } = await seal(Object.assign(openBody(bytes, row), { seenRuns: [] }), options));
  if (keepsSegments) {
    const put = database.prepare('INSERT INTO segment (job, host, id, piece, bytes) VALUES (?, ?, ?, 0, ?)');
    for (const one of sealed.segments) put.run(row.job, row.host, one.id, one.bytes);
  }
  database.prepare('UPDATE body SET bytes = ? WHERE host = ?').run(bytes, row.host);
  if (and !== undefined) database.exec(and);
  database.close();
}
