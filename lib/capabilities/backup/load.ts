import { KeptMemory } from '../../base/bytes/kept-memory.ts';
import { WinnowError } from '../../base/error.ts';
import type { DumpFolder } from '../../ports/operate/job-backup.ts';
import { damagedParts, damageText, readPart, wholeManifest } from './check-parts.ts';
import { decodeEntries } from './entry.ts';
import { loadHost } from './load-host.ts';
import { loadJob } from './load-job.ts';
import { type DumpSource, isIn, type JobLoad, type LoadOptions, type LoadPorts } from './loading.ts';
import type { Manifest } from './manifest.ts';
import { putMissing } from './put-missing.ts';

/** What was loaded, or would be. */
export interface Loaded {
  readonly dump: string;
  /** Epoch ms: what came later is not in it. */
  readonly begunAt: number;
  readonly endedAt: number;
  readonly jobs: readonly JobLoad[];
  /** Damaged parts that were passed over, in words. */
  readonly damaged: readonly string[];
  /** What the dump could not read. */
  readonly missed: Manifest['missed'];
  /** False: it was cut off; the same command goes on. */
  readonly isWhole: boolean;
}

/**
 * Loads a dump. Every digest is checked before anything is written; nothing of a damaged part is loaded. Goes on where an earlier load of
 * the same dump was cut off; to load twice has the effect of loading once.
 * @throws WinnowError `corrupt` for damaged parts, `usage` for a job that is there
 */
export async function load(ports: LoadPorts, folder: DumpFolder, options: LoadOptions): Promise<Loaded> {
  const manifest = await wholeManifest(folder);
  const jobs = jobsOf(manifest, options, folder.path);
  const meant = manifest.parts.filter(
    (part) => part.jobs.length === 0 || part.jobs.some((job) => jobs.includes(job)),
  );
  const memory = new KeptMemory();
  const damaged = await damagedParts(folder, meant, memory);
  const texts = damaged.map(damageText);
  if (damaged.length > 0 && !options.passOver)
    throw new WinnowError(
      'corrupt',
      `nothing was loaded: ${texts.slice(0, 5).join('; ')}${texts.length > 5 ? `; and ${texts.length - 5} more` : ''}. Take another copy of the dump, or load the rest with --pass-over`,
    );
  const source: DumpSource = {
    manifest,
    parts: meant,
    damaged: new Set(damaged.map(({ part }) => part.name)),
    async *entries(part) {
      const bytes = await readPart(folder, part, memory);
      if (!('fault' in bytes)) yield* decodeEntries(part.name, bytes);
    },
  };
  const loaded: JobLoad[] = [];
  if (!options.dryRun) await loadShared(ports, source, options);
  for (const job of jobs) {
    if (options.signal.aborted) break;
    loaded.push(await loadOne(ports, source, job, options));
  }
  return {
    ...{ dump: manifest.id, begunAt: manifest.begunAt, endedAt: manifest.endedAt ?? 0, jobs: loaded },
    ...{ damaged: texts, missed: manifest.missed },
    isWhole: loaded.length === jobs.length && loaded.every(({ isWhole }) => isWhole),
  };
}

function loadOne(ports: LoadPorts, source: DumpSource, job: string, options: LoadOptions): Promise<JobLoad> {
  const host = hostIn(options) ?? source.manifest.scope.host;
  if (options.how === 'missing') return putMissing(ports, source, job, options);
  return host === undefined
    ? loadJob(ports, source, job, options)
    : loadHost(ports, source, { job, host }, options);
}

function hostIn({ how }: LoadOptions): string | undefined {
  return typeof how === 'object' ? how.host : undefined;
}

function jobsOf({ scope }: Manifest, options: LoadOptions, path: string): readonly string[] {
  const { only } = options;
  const host = hostIn(options);
  const has = scope.jobs.join(', ');
  if (only !== undefined && !scope.jobs.includes(only))
    throw new WinnowError('not-found', `${path} has no job ${only}; it has ${has}`);
  if (host !== undefined && scope.host !== undefined && host !== scope.host)
    throw new WinnowError('not-found', `${path} has only the host ${scope.host}`);
  const jobs = only === undefined ? scope.jobs : [only];
  if (host !== undefined && jobs.length > 1)
    throw new WinnowError('usage', `the dump has the jobs ${has}: say with --only which one the host is of`);
  return jobs;
}

/** Models and the log of commands, which no job has for itself. */
async function loadShared(ports: LoadPorts, source: DumpSource, { only }: LoadOptions): Promise<void> {
  for (const part of source.parts) {
    if (!isIn(part.entries, ['model', 'command'])) continue;
    for await (const { head, blobs } of source.entries(part)) {
      if (head.kind === 'model' && !(await ports.models.has(head.digest)))
        await ports.models.put(head.digest, blobs[0] ?? new Uint8Array());
      if (head.kind === 'command' && only === undefined) await ports.commands.enter(head.entry);
    }
  }
}
