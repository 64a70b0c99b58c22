import { defined } from '../../base/defined.ts';
import { formatCount } from '../../base/quantity.ts';
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

async function reportOf(ports: Reading, job: string, sink: SinkSettings): Promise<SinkReport> {
  const { name, to } = sink;
  const { refused, dropped } = await readRefused(ports, job, name);
  const refusals = { refused: refused.length, ...(dropped > 0 && { dropped }) };
  const read = await readSinkState(ports, job, name).catch(() => 'damaged' as const);
  const stored = read === 'damaged' || read?.to !== to ? undefined : read;
  const left = await behind(ports, job, stored?.mark ?? {});
  if (stored === undefined) {
    const state = read === 'damaged' ? 'damaged' : 'new';
    return { name, to, state, generation: 1, pushed: 0, removed: 0, ...left, ...refusals };
  }
  const { generation, pushed, removed, at, trouble, isPaused, isBuilding, settings } = stored;
  const work = isBuilding ? 'building' : 'going';
  return {
    ...{ name, to, state: isPaused ? 'paused' : (trouble?.code ?? work), generation, pushed, removed },
    ...left,
    ...refusals,
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

/** What is wrong with the sinks of a job. */
export function sinkChecks(reports: readonly SinkReport[]): readonly Check[] {
  return reports.flatMap(({ name, trouble, refused }): readonly Check[] => {
    const check = `sink ${name}`;
    if (trouble !== undefined)
      return [
        {
          ...{ name: check, ok: trouble.code === 'config' ? 'fail' : 'warn', detail: trouble.says },
          advice: `mend that; \`winnow sinks retry ${name}\` tries again at once`,
        },
      ];
    if (refused === 0) return [];
    const detail = `its target refused ${formatCount(refused, 'change')}`;
    return [{ name: check, ok: 'warn', detail, advice: `\`winnow sinks refused ${name}\` lists these` }];
  });
}
