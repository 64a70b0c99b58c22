import { defined } from '../../base/defined.ts';
import { faultOf } from '../../base/error.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import { type Fingerprint, fingerprint } from '../../base/url/fingerprint.ts';
import { type CanonicalUrl, hostOf } from '../../base/url/url.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import type { HostBody, SegmentReader } from '../../domain/frontier/body.ts';
import { type FrontierEntry, visits } from '../../domain/frontier/list-pages.ts';
import { lookUp } from '../../domain/frontier/store/seen.ts';
import { turnsBackwards } from '../../pipeline/collection/host-changes.ts';
import { recordDraft } from '../../pipeline/collection/record-draft.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { RecordDraft, RecordEntry } from '../../ports/records.ts';
import { readJudgement } from '../../topic/settings.ts';
import { KeySet, urlKey } from './flaws/key-set.ts';
import type { Inspection, Suspicion } from './inspection.ts';
import type { UrlRecordPairs } from './url-record-pairs.ts';

/** URLs that are looked up at once. It bounds the memory for a host with millions, and how often its seen runs are read. */
const batch = 50_000;

/** Checks every page of a host: it is listed once, belongs to the host, and is among the seen URLs. Collects its record. */
export async function checkPages(
  inspection: Inspection,
  key: HostKey,
  body: HostBody,
  read: SegmentReader,
): Promise<readonly Suspicion[]> {
  const found: Suspicion[] = [];
  const seen = new KeySet();
  const offTopic = openOffTopic(inspection, key);
  let spilled: CanonicalUrl[] = [];
  try {
    for await (const page of visits(body, read)) {
      const subject = page.url;
      if (hostOf(page.url) !== key.host)
        found.push({ code: 'url-of-another-host', subject, detail: `it stands with ${key.host}` });
      const print = fingerprint(body.fingerprintKey, page.url);
      if (!seen.add(urlKey(print)))
        found.push({ code: 'url-twice', subject, detail: `the second time as ${page.state}` });
      if (page.state === 'visited') {
        collect(inspection.pairs, key, page, print);
        found.push(...(await offTopic(page)));
      }
      if (isInHead(body, page.url)) continue;
      spilled.push(page.url);
      if (spilled.length < batch) continue;
      found.push(...(await unseen(body, spilled, read)));
      spilled = [];
    }
    found.push(...(await unseen(body, spilled, read)));
  } catch (error) {
    found.push({ code: 'body-unreadable', subject: key.host, detail: `a segment: ${faultOf(error)}` });
  }
  return found;
}

type Visited = Extract<FrontierEntry, { state: 'visited' }>;

function collect(pairs: UrlRecordPairs, { host }: HostKey, { md5 }: Visited, print: Fingerprint): void {
  if (md5 !== undefined && pairs.has(md5)) pairs.add(print, md5, host);
}

/** The pairs of a host whose pages were checked before. */
export async function* pairsOf(
  { pairs }: Pick<Inspection, 'pairs'>,
  body: HostBody,
  read: SegmentReader,
): AsyncGenerator<{ readonly page: Visited; readonly print: Fingerprint }> {
  for await (const page of visits(body, read)) {
    if (page.state !== 'visited' || page.md5 === undefined || !pairs.has(page.md5)) continue;
    yield { page, print: fingerprint(body.fingerprintKey, page.url) };
  }
}

/**
 * Checks kept off-topic pages: the object that a page names must have the page. Reads objects only with `documents`. Pages
 * of one turn, which follow each other, share an object.
 */
function openOffTopic({ ports, documents, offTopic }: Inspection, key: HostKey) {
  const objects = new Map<string, ReadonlySet<string>>();
  return async ({ url, judged }: Visited): Promise<readonly Suspicion[]> => {
    const { kept } = readJudgement(judged);
    if (kept !== undefined) offTopic.isKept = true;
    if (!documents || kept === undefined) return [];
    let urls = objects.get(kept.id);
    if (urls === undefined) {
      const lines = (await ports.offTopic.read(key, kept.id)) ?? [];
      urls = new Set(lines.map((line) => readStoredObject<ChangeLine>(line)?.url ?? ''));
      objects.set(kept.id, urls);
      for (const oldest of objects.keys()) if (objects.size > remembered) objects.delete(oldest);
    }
    if (urls.has(url)) return [];
    return [{ code: 'off-topic-missing', subject: url, detail: `${key.host}/${kept.id}, ${kept.ordinal}` }];
  };
}

/** Objects of off-topic pages whose URLs are cached. */
const remembered = 50;

function isInHead({ pending, held, visits: heads, inProgress }: HostBody, url: CanonicalUrl): boolean {
  return pending.has(url) || held.has(url) || heads.has(url) || inProgress.has(url);
}

async function unseen(
  { fingerprintKey, seenRuns }: HostBody,
  urls: readonly CanonicalUrl[],
  read: SegmentReader,
): Promise<readonly Suspicion[]> {
  if (urls.length === 0) return [];
  const marked = urls.map((url) => [url, fingerprint(fingerprintKey, url)] as const);
  const known = await lookUp(
    seenRuns,
    marked.map(([, print]) => print),
    read,
  );
  const detail = `${seenRuns.length} runs of seen URLs were looked through`;
  return marked.flatMap(([subject, print]): readonly Suspicion[] =>
    known.has(print) ? [] : [{ code: 'url-unseen', subject, detail }],
  );
}

/** Checks that the record that a page leads to knows the page. */
export async function checkRecordOf(inspection: Inspection, page: Visited): Promise<readonly Suspicion[]> {
  const { ports, job } = inspection;
  const { md5, url, at, depth } = page;
  if (md5 === undefined) return [];
  const record = await ports.records.record(job.name, md5);
  if (record === undefined) return [await missing(inspection, page, md5)];
  if (record.firstUrl === url) return [];
  const urls = await ports.records.urls(job.name, md5, maxUrls);
  if (urls.includes(url) || urls.length === maxUrls) return [];
  const draft = draftOf(record);
  const mend = async () => {
    await ports.records.add(job.name, draft, { url, at, depth });
    return true;
  };
  return [{ code: 'record-urls-wrong', subject: url, detail: `${md5} does not have it`, mend }];
}

function draftOf({
  revision: _,
  firstUrl: _f,
  firstSeen: _s,
  depth: _d,
  members: _m,
  ...draft
}: RecordEntry): RecordDraft {
  return draft;
}

/** A missing record is rebuilt from its full text, if a changes object of the page's host has the text. */
async function missing(inspection: Inspection, page: Visited, md5: string): Promise<Suspicion> {
  const { ports, job } = inspection;
  const base = { code: 'record-missing', subject: page.url, detail: `the record is ${md5}` } as const;
  if (await ports.records.recount(job.name, md5, false))
    return { ...base, mend: () => ports.records.recount(job.name, md5, true) };
  const draft = await lostDraft(inspection, page, md5);
  if (draft === undefined) return base;
  const { url, firstSeen: at, depth } = page;
  const mend = async () => {
    await ports.records.add(job.name, draft, { url, at, depth });
    // The store may still have further URLs of the record.
    await ports.records.recount(job.name, md5, true);
    return true;
  };
  return { ...base, mend };
}

/** Of a record with more URLs, the check does not report which URLs it lacks. */
const maxUrls = 1_000;

/** The newest turns of a host, whose lines are searched for the record. */
const maxTurns = 1_000;

/** Rebuilds a record that is no longer stored, from its newest line among the changes of the page's host. */
async function lostDraft(
  { ports, job }: Inspection,
  { url }: { readonly url: CanonicalUrl },
  md5: string,
): Promise<RecordDraft | undefined> {
  const host = hostOf(url);
  let turns = 0;
  for await (const found of turnsBackwards(ports, { job: job.name, host })) {
    turns += 1;
    if (turns > maxTurns) return undefined;
    if ('missing' in found) continue;
    for (const [index, json] of found.lines.entries()) {
      const line = json.includes(md5) ? readStoredObject<ChangeLine>(json) : undefined;
      if (line?.md5 !== md5 || typeof line.record?.title !== 'string') continue;
      if ((line.host ?? host) !== host || (line.turn ?? found.turn) !== found.turn) continue;
      const { record, document, ordinal = index } = line;
      const change = { host, turn: found.turn, ordinal, object: found.object };
      const location = { change, ...defined({ document }) };
      // The line has no digest of the link targets. Without it, the links of the next duplicate are taken in once more.
      return recordDraft({ ...record, targetsDigest: '' }, record, location);
    }
  }
  return undefined;
}
