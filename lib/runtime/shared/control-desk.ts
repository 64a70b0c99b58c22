import { type EraseReport, type Erasing, erase } from '../../capabilities/erase/erase.ts';
import {
  type RemovedJob,
  type RemoveOptions,
  type Removing,
  removeJob,
} from '../../capabilities/erase/remove-job.ts';
import {
  type RespellOptions,
  type RespellReport,
  respellJob,
} from '../../capabilities/respell/respell-job.ts';
import type { CommandEntry } from '../../domain/control/command.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Controlling } from '../../pipeline/control/applied.ts';
import { type ListedJob, listJobs } from '../../pipeline/control/look.ts';
import { type Asker, type Logged, runLogged } from '../../pipeline/control/run-logged.ts';
import type { Job } from '../../ports/jobs.ts';

/** Commands of people to an installation, and lists of its hosts and commands. */
export interface ControlDesk {
  /** All jobs, with what is wrong with each. */
  jobs(): Promise<readonly ListedJob[]>;
  /**
   * Does work that is no control command, and logs it with who asks and why: once per `requestId`, which is drawn when it
   * is missing.
   * @param inShort the result in short, for the log
   */
  logged<T>(
    asker: Partial<Asker>,
    command: CommandEntry['command'],
    work: (requestId: string) => Promise<T>,
    inShort?: (result: T) => unknown,
  ): Promise<Logged<T>>;
  /** Erases what purged hosts left (`erase` of lib/capabilities/erase). On one machine only a worker may. */
  erase(job: string, host: string, dryRun: boolean): Promise<EraseReport>;
  /**
   * Changes the steps of a job's `url`, and respells its stored URLs (`respellJob` of lib/pipeline): at once by a worker on
   * one machine, otherwise in slices of the schedule and turns of the crawl.
   */
  respell(job: string, given: JobSettings, options: RespellOptions): Promise<RespellReport>;
  /** Removes a job and keeps its collection (`removeJob` of lib/pipeline). On one machine only a worker may. */
  remove(job: string, options: RemoveOptions): Promise<RemovedJob>;
}

export interface DeskParts {
  readonly ports: Controlling & Erasing & Removing;
  /** Whether no other process has turns while this one runs. */
  readonly isAlone: boolean;
  readonly job: (name: string) => Promise<Job>;
  /** Does at once what a command left to slices; absent: the schedule does it. */
  readonly finish?: (job: string) => Promise<void>;
}

export function controlDesk({ ports, isAlone, job, finish }: DeskParts): ControlDesk {
  return {
    jobs: () => listJobs(ports),
    logged(asker, command, work, inShort) {
      const drawn = { requestId: ports.entropy.id(), by: 'cli', reason: '' };
      return runLogged(ports, { ...drawn, ...asker }, command, work, inShort);
    },
    erase: async (name, host, dryRun) => erase(ports, await job(name), host, { dryRun, isAlone }),
    async respell(name, given, options) {
      const report = await respellJob(ports, await job(name), given, options);
      if (!options.dryRun) await finish?.(name);
      return report;
    },
    remove: async (name, options) => removeJob(ports, await job(name), options),
  };
}
