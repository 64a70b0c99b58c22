import { type ControlRequest, controlCommand } from '../../config/operate/ops-command.ts';
import type { CommandEntry, ControlAnswer } from '../../domain/control/command.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Controlling } from '../../pipeline/control/applied.ts';
import {
  type CommandViews,
  commandsUnderWay,
  commandViews,
  type HostLines,
  type HowMany,
  hostLines,
  howMany,
} from '../../pipeline/control/look.ts';
import { carryOn, runCommand } from '../../pipeline/control/run-command.ts';
import { type Asker, type Logged, runLogged } from '../../pipeline/control/run-logged.ts';
import { type EraseReport, type Erasing, erase } from '../../pipeline/erase/erase.ts';
import {
  type RemovedJob,
  type RemoveOptions,
  type Removing,
  removeJob,
} from '../../pipeline/erase/remove-job.ts';
import type { JobSummary } from '../../pipeline/report/summary.ts';
import { type RespellOptions, type RespellReport, respellJob } from '../../pipeline/respell/respell-job.ts';
import type { Job } from '../../ports/jobs.ts';

/** What people ask of the course of an installation, and what they see of it. */
export interface ControlDesk {
  /**
   * Does what somebody asks for, once per `requestId`, and enters it into the log. Works beside the crawl; what goes
   * through the hosts of a job is left to slices of the schedule, which a worker of one machine does at once.
   * @throws WinnowError `usage`, `not-found`
   */
  control(request: ControlRequest): Promise<ControlAnswer>;
  /** The hosts of a job with what waits there, at most `limit`; `cursor` as the page before gave it. */
  hosts(job: string, limit: number, cursor?: string): Promise<HostLines>;
  howMany(job: string): Promise<HowMany>;
  /**
   * Does something that is no command of control, and enters it into the log with who asks and why: once per
   * `requestId`, which is drawn where none is given.
   * @param inShort of what came of it, for the log
   */
  logged<T>(
    asker: Partial<Asker>,
    command: CommandEntry['command'],
    work: (requestId: string) => Promise<T>,
    inShort?: (result: T) => unknown,
  ): Promise<Logged<T>>;
  /** What was asked for, by whom and why, newest first. */
  commands(limit: number, cursor?: string): Promise<CommandViews>;
  /** Those that go on in slices. */
  underWay(): Promise<CommandViews>;
  /** Erases what hosts that were purged have left (`erase` of lib/pipeline/erase). On one machine a worker does. */
  erase(job: string, host: string, dryRun: boolean): Promise<EraseReport>;
  /**
   * Gives a job other steps of `url`, and its URLs the names that these give (`respellJob` of lib/pipeline): a worker of one machine
   * at once, else in slices of the schedule and turns of the crawl.
   */
  respell(job: string, given: JobSettings, options: RespellOptions): Promise<RespellReport>;
  /** Removes a job and keeps its collection (`removeJob` of lib/pipeline). On one machine a worker does. */
  remove(job: string, options: RemoveOptions): Promise<RemovedJob>;
}

/** What a command has to do in slices is begun at once, for so long. */
const begunForMs = 20_000;

export interface DeskParts {
  readonly ports: Controlling & Erasing & Removing;
  /** Nobody else has turns while this process is there. */
  readonly isAlone: boolean;
  readonly job: (name: string) => Promise<Job>;
  readonly summary: (job: string) => Promise<JobSummary>;
  /** Does now what a command has left to slices; absent: the schedule does it. */
  readonly finish?: (job: string) => Promise<void>;
}

export function controlDesk({ ports, isAlone, job, summary, finish }: DeskParts): ControlDesk {
  return {
    async control(request) {
      const drawn = { requestId: ports.entropy.id(), by: 'cli' };
      const begun = await runCommand(ports, controlCommand(request, drawn));
      if (finish !== undefined && begun.goesOn) for (const { job: name } of begun.jobs) await finish(name);
      return await carryOn(ports, begun, ports.clock.monotonic() + begunForMs);
    },
    hosts: async (name, limit, cursor) => hostLines(ports, await job(name), limit, cursor),
    logged(asker, command, work, inShort) {
      const drawn = { requestId: ports.entropy.id(), by: 'cli', reason: '' };
      return runLogged(ports, { ...drawn, ...asker }, command, work, inShort);
    },
    howMany: async (name) => howMany(await job(name), await summary(name)),
    commands: (limit, cursor) => commandViews(ports, limit, cursor),
    underWay: () => commandsUnderWay(ports),
    erase: async (name, host, dryRun) => erase(ports, await job(name), host, { dryRun, isAlone }),
    async respell(name, given, options) {
      const report = await respellJob(ports, await job(name), given, options);
      if (!options.dryRun) await finish?.(name);
      return report;
    },
    remove: async (name, options) => removeJob(ports, await job(name), options),
  };
}
