import { defined } from '../../base/defined.ts';
import { faultOf, WinnowError } from '../../base/error.ts';
import { decodeLinkLines } from '../../base/links/link-segment.ts';
import { fingerprint } from '../../base/url/fingerprint.ts';
import { registeredDomain } from '../../base/url/registered-domain.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import { isRemoved } from '../../domain/control/pause.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { hostPages } from '../../pipeline/frontier/host-pages.ts';
import { changeJob } from '../../pipeline/job/open-job.ts';
import { flag } from '../../pipeline/operation/input.ts';
import { itemwise, operation } from '../../pipeline/operation/operation.ts';
import type { GivenJob } from '../../pipeline/operation/place.ts';
import { detail, failure, note } from '../../pipeline/operation/view.ts';
import type { HostPage } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import { listChanges } from './changes-table.ts';
import { checkChanges } from './check-changes.ts';
import { checkEntries } from './check-control.ts';
import { walkDocuments } from './check-documents.ts';
import { checkDomain } from './check-domains.ts';
import { checkHost, checkUnmatched, collectPairs, isSameControl } from './check-host.ts';
import { checkJob } from './check-job.ts';
import { checkRecords, type RecordSide } from './check-records.ts';
import { checkStaged } from './check-staged.ts';
import { readDueTable } from './due-table.ts';
import { type Finding, flaws } from './flaws/finding.ts';
import { KeySet, urlKey } from './flaws/key-set.ts';
import { guarded, type Inspection, reportSuspicion, type SanityPorts, type Suspicion } from './inspection.ts';
import { walkRecords } from './record-walk.ts';
import { maxPairs, openUrlRecordPairs } from './url-record-pairs.ts';

export interface SanityOptions {
  /** Mend what can be mended. Idempotent; never deletes what was fetched. */
  readonly repair?: boolean;
  /** Also read every raw document, and every line of the records. */
  readonly documents?: boolean;
  /** What the job's files say, in case the stored settings or models are lost. */
  readonly given?: GivenJob;
  /** Pages whose records are checked in one slice: this bounds the memory. For tests. */
  readonly pairsAtOnce?: number;
}

const pageSize = 200;
/** More slices than any job needs: a larger number means that the counts of visited pages are damaged. */
const maxSlices = 1_000;
/** Later than any due time. */
const centuryMs = 100 * 366 * 86_400_000;

/**
 * Checks every invariant of a job's stored state, host by host and record by record, and reports each that is broken as
 * soon as it is found. Reads only, unless `repair` is set. Safe while the job is crawled: what running turns change is
 * checked again, or left for the next run. Reads each host's state and each list once; of jobs with more than `maxPairs`
 * pages, it reads the hosts once more for each slice of the records. That number and the largest host bound the memory.
 * @throws WinnowError `unavailable` when a store does not answer; `usage` for a job that was removed
 */
export async function* sanity(
  ports: SanityPorts,
  job: Job,
  { repair = false, documents = false, pairsAtOnce = maxPairs, given }: SanityOptions = {},
): AsyncGenerator<Finding> {
  if (isRemoved(job))
    throw new WinnowError(
      'usage',
      `job ${job.name} was removed: its records have no hosts to be checked against`,
    );
  let settings: Inspection['settings'];
  try {
    settings = await settingsOf(ports.jobs, job.name, job.config);
  } catch (error) {
    yield await reportSuspicion({ repair }, unreadableSettings(ports, job, faultOf(error), given?.settings));
    settings = given?.settings;
  }
  const due = await readDueTable(ports.due, job.name, ports.clock.now() + centuryMs);
  const slices = await slicesFor(ports, job.name, pairsAtOnce);
  const changes = await listChanges(ports, job.name);
  const reported = new Set<string>();
  const refetched = new Map<HostName, number>();
  const offTopic = { isKept: false };
  const inspection = (slice: number): Inspection => {
    const pairs = openUrlRecordPairs(job, slice, slices);
    const seen = { due, pairs, changes, reported, refetched, offTopic };
    return { ports, job, settings, repair, documents, given, ...seen };
  };
  for await (const suspicion of suspicions(inspection, slices))
    yield await reportSuspicion({ repair }, suspicion);
}

function unreadableSettings(
  ports: SanityPorts,
  { name }: Job,
  detail: string,
  given: JobSettings | undefined,
): Suspicion {
  const base = { code: 'settings-unreadable', subject: name, detail } as const;
  if (given === undefined) return base;
  const mend = async () => {
    const config = await ports.jobs.putSettings(given);
    await changeJob(ports, name, (was) => ({ ...was, config }));
    return true;
  };
  return { ...base, mend };
}

async function slicesFor(ports: SanityPorts, job: string, pairsAtOnce: number): Promise<number> {
  let visited = 0;
  for await (const page of hostPages(ports, job))
    for (const { control } of page) visited += Math.max(0, control.counters.visited) || 0;
  return Math.min(maxSlices, Math.max(1, Math.ceil(visited / pairsAtOnce)));
}

async function* suspicions(
  inspectionOf: (slice: number) => Inspection,
  slices: number,
): AsyncGenerator<Suspicion> {
  let inspection = inspectionOf(0);
  const { name } = inspection.job;
  yield* checkJob(inspection);
  const seen: HostsSeen = { domains: new KeySet(), atWork: false };
  yield* guarded(name, () => checkHosts(inspection, seen));
  yield* guarded(name, () => checkEntries(inspection));
  const side: RecordSide = {
    records: walkRecords(inspection),
    documents: walkDocuments(inspection, () => !seen.atWork && !inspection.offTopic.isKept),
  };
  for (let slice = 0; ; ) {
    yield* guarded(name, () => checkRecords(inspection, inspection.pairs, side));
    yield* guarded(name, () => checkUnmatchedPages(inspection));
    slice += 1;
    if (slice === slices) break;
    inspection = inspectionOf(slice);
    await collectAll(inspection);
  }
  yield* guarded(name, () => side.documents.end());
  if (inspection.documents) yield* guarded(name, () => checkChanges(inspection));
  yield* guarded(name, () => checkLinks(inspection));
  yield* guarded(name, () => checkStaged(inspection));
}

/** What the pass over the hosts found out. */
interface HostsSeen {
  /** The registered domains of the hosts, as keys. */
  readonly domains: KeySet;
  /** Whether any host had a ticket or a turn that is not published yet. */
  atWork: boolean;
}

async function* checkHosts(inspection: Inspection, seen: HostsSeen): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  for await (const page of hostPages(ports, job.name)) {
    const doubtful: HostLine[] = [];
    for (const line of page) {
      const { host, control } = line;
      const domain = registeredDomain(host);
      seen.atWork ||= control.state === 'ticketed' || control.turn !== control.published;
      const found = await checkHost(inspection, { job: job.name, host });
      if (found.some(isOfDueIndex)) doubtful.push(line);
      else yield* found;
      if (domain !== undefined && seen.domains.add(urlKey(fingerprint('domain', domain as CanonicalUrl))))
        yield* guarded(domain, () => checkDomain(inspection, domain));
    }
    if (doubtful.length > 0) yield* checkAgain(inspection, doubtful);
  }
}

type HostLine = HostPage['hosts'][number];

const isOfDueIndex = ({ code }: Suspicion): boolean => code === 'host-forgotten' || code === 'index-stale';

/**
 * The due index was read before the controls, so a host whose turn ended in between seems to lack its entry. Only what a
 * new reading of the index says too counts, of hosts that have not changed meanwhile.
 */
async function* checkAgain(inspection: Inspection, doubtful: readonly HostLine[]): AsyncGenerator<Suspicion> {
  const { ports, job, due } = inspection;
  await due.renew();
  for (const { host, control } of doubtful) {
    const key = { job: job.name, host };
    const found = await checkHost(inspection, key);
    const isStill = isSameControl(control, await ports.hosts.control(key));
    yield* isStill ? found : found.filter((one) => !isOfDueIndex(one));
  }
}

/** Collects the pairs of hosts that were checked before, for the next slice of the records. */
async function collectAll(inspection: Inspection): Promise<void> {
  const { ports, job } = inspection;
  for await (const page of hostPages(ports, job.name))
    for (const { host } of page) await collectPairs(inspection, { job: job.name, host });
}

async function* checkUnmatchedPages(inspection: Inspection): AsyncGenerator<Suspicion> {
  const { ports, job, pairs } = inspection;
  const concerns = pairs.concerns();
  for await (const page of hostPages(ports, job.name))
    for (const { host } of page)
      if (concerns(host)) yield* await checkUnmatched(inspection, { job: job.name, host });
}

async function* checkLinks(inspection: Inspection): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  for (let after: string | undefined; ; ) {
    const ids = await ports.links.kept(job.name, pageSize, after);
    for (const id of ids) {
      const detail = await unreadable(ports, job.name, id);
      if (detail !== undefined) yield await badSegment(inspection, id, detail);
    }
    after = ids.at(-1);
    if (ids.length < pageSize) return;
  }
}

/** An open segment that cannot be read stops recycling: each pass begins with it. */
async function badSegment({ ports, job }: Inspection, id: string, detail: string): Promise<Suspicion> {
  const base = { code: 'links-missing', subject: id, detail } as const;
  const before = `${id.slice(0, -1)}${String.fromCharCode(id.charCodeAt(id.length - 1) - 1)}\uffff`;
  const [open] = await ports.links.open(job.name, 1, before);
  if (open !== id) return base;
  const mend = async () => {
    await ports.links.done(job.name, [id]);
    return true;
  };
  return { ...base, detail: `${detail}; it is open`, mend };
}

async function unreadable({ links }: SanityPorts, job: string, id: string): Promise<string | undefined> {
  try {
    const bytes = await links.read(job, id);
    if (bytes === undefined || bytes.length === 0) return 'there is nothing under this name';
    for (const _ of decodeLinkLines(Buffer.from(bytes).toString()));
    return undefined;
  } catch (error) {
    return faultOf(error);
  }
}

const marks = { error: '✗', warning: '!' } as const;
const repairs = {
  possible: 'can be mended',
  impossible: 'cannot be mended from what is stored',
  done: 'mended',
  failed: 'changed meanwhile, and was left alone',
} as const;

/** Checks every invariant of the stored data; safe while the job is crawled. */
export const checkStored = operation({
  about: 'job',
  input: {
    repair: flag('repair what can be repaired; without --repair nothing is changed'),
    documents: flag('check every raw document, too'),
  },
  effect: 'changes',
  hasNoDryRun: true,
  changes: ({ repair }) => repair,
  job: 'stored',
  run: ({ ports, of }, options, { given }) => sanity(ports, of, { ...options, ...defined({ given }) }),
  inShort: (findings: readonly Finding[]) => ({ repaired: countOf(findings, 'done') }),
  ...itemwise<Finding>({
    view: viewFinding,
    end(findings, { order }) {
      if (findings.length === 0) return [note('Everything that is stored agrees with itself.')];
      const errors = findings.filter(({ severity }) => severity === 'error');
      const [mendable, mended] = [countOf(findings, 'possible'), countOf(findings, 'done')];
      const parts = [
        `${errors.length} of them errors`,
        ...(mended > 0 ? [`${mended} mended`] : []),
        ...(mendable > 0 ? [`${mendable} can be mended: ${order('sanity')} --repair`] : []),
      ];
      return [
        note(`${findings.length} found, ${parts.join(', ')}`),
        ...(errors.some(({ repair }) => repair !== 'done') ? [failure()] : []),
      ];
    },
  }),
});

function countOf(findings: readonly Finding[], state: Finding['repair']): number {
  return findings.filter(({ repair }) => repair === state).length;
}

/** What is wrong, with what, and what became of it below, and what to do where it cannot be mended. */
export function viewFinding({ code, severity, subject, detail: said, repair, next }: Finding) {
  return [
    note(`${marks[severity]} ${code} ${subject}: ${said}`),
    detail(`${flaws[code].meaning}; ${repairs[repair]}`),
    ...(next === undefined ? [] : [detail(`→ ${next}`)]),
  ];
}
