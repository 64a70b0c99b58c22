import { defined } from '../../base/defined.ts';
import { formatCount, formatRelativeTime } from '../../base/quantity.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { SinkSettings } from '../../domain/sinks/sink-settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { ToldSoFar } from '../feed/account.ts';
import type { Check } from '../report/reports.ts';
import type { FeedMark } from './feed-mark.ts';
import { readRefused } from './refused-changes.ts';
import { readSinkState, type SinkTrouble, settingsMark } from './sink-state.ts';

/** Where a sink stands. */
export interface SinkReport {
  readonly name: string;
  readonly to: string;
  /** `damaged`: what is stored of it cannot be read. */
  readonly state: 'new' | 'going' | 'building' | 'paused' | 'unavailable' | 'config' | 'damaged';
  readonly generation: number;
  /** Records that it was handed, and deletions. */
  readonly pushed: number;
  readonly removed: number;
  /** Batches of changes of turns that it has not had yet. */
  readonly behind: number;
  /** There are more of them than were counted. */
  readonly isBehindMore?: true;
  /** Epoch ms at which the oldest of them was put. */
  readonly behindSince?: number;
  readonly refused: number;
  /** How often the target refused a change. */
  readonly refusals: number;
  /** Refused changes that had no room in the list. */
  readonly dropped?: number;
  /** Epoch ms of the last change that the target took. */
  readonly at?: number;
  readonly trouble?: SinkTrouble;
  /** Its settings are others than those it was begun with. */
  readonly hasOtherSettings?: true;
}

type Reading = Pick<Ports, 'jobs' | 'changes'>;

const [pageSize, mostPages] = [200, 10];
/** A sink is fed within minutes: beyond this time people are told. */
const farBehindMs = 3_600_000;

/** Where each sink of a job stands. */
export async function sinkReports(
  ports: Reading,
  job: string,
  { sinks = [] }: Pick<JobSettings, 'sinks'>,
): Promise<readonly SinkReport[]> {
  const reports: SinkReport[] = [];
  for (const sink of sinks) reports.push(await reportOf(ports, job, sink));
  return reports;
}

/** Where a sink stands. */
export async function reportOf(ports: Reading, job: string, sink: SinkSettings): Promise<SinkReport> {
  const { name, to } = sink;
  const { refused: all, dropped } = await readRefused(ports, job, name);
  const refused = { refused: all.length, ...(dropped > 0 && { dropped }) };
  const read = await readSinkState(ports, job, name).catch(() => 'damaged' as const);
  const stored = read === 'damaged' || read?.to !== to ? undefined : read;
  const left = await behind(ports, job, stored?.mark ?? {});
  if (stored === undefined) {
    const state = read === 'damaged' ? 'damaged' : 'new';
    return { name, to, state, generation: 1, pushed: 0, removed: 0, refusals: 0, ...left, ...refused };
  }
  const { generation, pushed, removed, refusals = 0, at, trouble, isPaused, isBuilding, settings } = stored;
  const work = isBuilding ? 'building' : 'going';
  return {
    ...{ name, to, state: isPaused ? 'paused' : (trouble?.code ?? work), generation },
    ...{ pushed, removed, refusals, ...left, ...refused },
    ...defined({ at, trouble }),
    ...(settings !== settingsMark(sink) && { hasOtherSettings: true as const }),
  };
}

/** What a sink has not had yet. Reads the listing, not the changes. */
async function behind(
  { changes }: Pick<Ports, 'changes'>,
  job: string,
  { place, told, soFar }: FeedMark,
): Promise<Pick<SinkReport, 'behind' | 'isBehindMore' | 'behindSince'>> {
  const account = new ToldSoFar(told, soFar);
  const since = told?.since ?? 0;
  let cursor = place?.cursor;
  let taken = place?.taken ?? 0;
  const waiting: number[] = [];
  for (let pages = 0; pages < mostPages; pages += 1) {
    const page = await changes.list(job, { since }, pageSize, cursor);
    for (const object of page.objects.slice(taken)) if (!account.has(object)) waiting.push(object.at);
    taken = 0;
    if (page.cursor === undefined || page.objects.length === 0) return counted(waiting);
    cursor = page.cursor;
  }
  return { ...counted(waiting), isBehindMore: true };
}

function counted(waiting: readonly number[]): Pick<SinkReport, 'behind' | 'behindSince'> {
  const behindSince = waiting.length === 0 ? undefined : Math.min(...waiting);
  return { behind: waiting.length, ...defined({ behindSince }) };
}

/** What is wrong with the sinks of a job. @param now epoch ms */
export function sinkChecks(reports: readonly SinkReport[], now: number): readonly Check[] {
  return reports.flatMap((report) => checksOf(report, now));
}

function checksOf(
  { name: sink, state, trouble, refused, behindSince }: SinkReport,
  now: number,
): readonly Check[] {
  const name = `sink ${sink}`;
  const isFarBehind = now - (behindSince ?? now) > farBehindMs;
  const lag = `the oldest change that it lacks was made ${formatRelativeTime(behindSince ?? now, now)}`;
  const checks: Check[] = [];
  if (trouble !== undefined)
    checks.push({
      ...{ name, ok: trouble.code === 'config' ? 'fail' : 'warn' },
      detail: isFarBehind ? `${trouble.says}; ${lag}` : trouble.says,
      advice: `mend that; \`winnow sinks retry ${sink}\` tries again at once`,
    });
  else if (isFarBehind && state === 'paused')
    checks.push({
      ...{ name, ok: 'warn', detail: `it is paused, and ${lag}` },
      advice: `\`winnow sinks continue ${sink}\` ends the pause`,
    });
  else if (isFarBehind)
    checks.push({ name, ok: 'warn', detail: lag, advice: '`winnow sinks run` pushes what is left now' });
  if (refused > 0)
    checks.push({
      ...{ name, ok: 'warn', detail: `its target refused ${formatCount(refused, 'change')}` },
      advice: `\`winnow sinks refused ${sink}\` lists these`,
    });
  return checks;
}
