import { existsSync } from 'node:fs';
import { SearchProcesses } from '../../adapters/sinks/sqlite/search-processes.ts';
import { searchFile } from '../../adapters/sinks/sqlite/sqlite-sink.ts';
import { WinnowError } from '../../base/error.ts';
import { ownIndex } from '../../capabilities/search/own-index.ts';
import type { SinkSettings } from '../../domain/sinks/sink-settings.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import type { SearchIndex } from '../../pipeline/operation/search-index.ts';
import type { Feeding } from '../../pipeline/sinks/follow-sinks.ts';
import { sinkReports } from '../../pipeline/sinks/sink-report.ts';
import { begunAnew, changeSinkState, firstState, settingsMark } from '../../pipeline/sinks/sink-state.ts';
import { threadFile } from '../shared/thread-file.ts';
import type { EmbeddedParts } from './embedded-parts.ts';

type Parts = Pick<EmbeddedParts, 'ports' | 'dataDir' | 'feedSinks' | 'areFollowed'>;

/** A search waits so long for changes that its index lacks; for an index that has nothing yet, longer. */
const [waitMs, firstWaitMs] = [2_000, 20_000];
const lookMs = 50;

/** Searches the full text of a job in the first SQLite sink of its settings, or else in an index that the first search makes. */
export function localSearch(parts: Parts): SearchIndex & { close(): void } {
  const { ports, dataDir } = parts;
  const processes = new SearchProcesses({ program: threadFile('search-child') });
  return {
    close: () => processes.close(),
    async find(job, request, signal) {
      const settings = await settingsOf(ports.jobs, job.name, job.config);
      const named = settings.sinks?.find(({ to }) => to === 'sqlite');
      const sink = named ?? ownIndex(job.name);
      const file = searchFile(dataDir, sink.name, sink.settings);
      if (named === undefined) await begin(parts, job.name, sink, file);
      const behind = await catchUp(parts, job.name, sink, signal);
      if (!existsSync(file) && behind === 0)
        return { pages: [], count: 0, facets: { host: [], class: [], language: [], kind: [] }, behind };
      return { ...(await processes.find({ file, request }, signal)), behind };
    },
  };
}

/** Has the index of a job be made, and made again where its file is lost. */
async function begin({ ports }: Parts, job: string, sink: SinkSettings, file: string): Promise<void> {
  await changeSinkState(ports, job, sink.name, (was) => {
    if (was === undefined) return firstState(sink.to, settingsMark(sink));
    const isLost = was.at !== undefined && !existsSync(file);
    return isLost ? begunAnew(was, was.settings, false) : undefined;
  });
}

/** Has the index take what it lacks, for a while. @returns how many batches of changes it still lacks */
async function catchUp(parts: Parts, job: string, sink: SinkSettings, signal: AbortSignal): Promise<number> {
  const { ports, feedSinks, areFollowed } = parts;
  const { clock } = ports;
  const state = async () => {
    const [report] = await sinkReports(ports, job, { sinks: [sink] });
    const { behind = 0, at, trouble } = report ?? {};
    return { behind, isNew: at === undefined, trouble };
  };
  const first = await state();
  const endBy = clock.monotonic() + (first.isNew ? firstWaitMs : waitMs);
  // Where this process follows its sinks, their thread does it, and holds up nobody.
  if (first.behind > 0 && !areFollowed())
    await feed(feedSinks, { only: job, sink: sink.name, endBy, signal });
  let now = first;
  while (now.behind > 0 && now.trouble === undefined && !signal.aborted) {
    if (clock.monotonic() >= endBy) break;
    await clock.sleep(lookMs, signal).catch(() => undefined);
    now = await state();
  }
  if (now.isNew && now.trouble !== undefined)
    throw new WinnowError('unavailable', `the search index cannot be filled: ${now.trouble.says}`);
  return now.behind;
}

/** Another process that feeds the sinks goes on with it. */
async function feed(feedSinks: Parts['feedSinks'], feeding: Feeding): Promise<void> {
  try {
    await feedSinks(feeding);
  } catch (error) {
    if (!(error instanceof WinnowError && error.code === 'locked')) throw error;
  }
}
