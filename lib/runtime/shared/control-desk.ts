import {
  type RespellOptions,
  type RespellReport,
  respellJob,
} from '../../capabilities/respell/respell-job.ts';
import type { CommandEntry } from '../../domain/control/command.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { type Asker, type Logged, runLogged } from '../../pipeline/control/run-logged.ts';
import type { Workplace } from '../../pipeline/operation/place.ts';

/** Commands of people to an installation that are no operations. */
export interface ControlDesk {
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
  /**
   * Changes the steps of a job's `url`, and respells its stored URLs (`respellJob` of lib/pipeline): at once by a worker on
   * one machine, otherwise in slices of the schedule and turns of the crawl.
   */
  respell(job: string, given: JobSettings, options: RespellOptions): Promise<RespellReport>;
}

export function controlDesk({ ports, job, finish }: Workplace): ControlDesk {
  return {
    logged(asker, command, work, inShort) {
      const drawn = { requestId: ports.entropy.id(), by: 'cli', reason: '' };
      return runLogged(ports, { ...drawn, ...asker }, command, work, inShort);
    },
    async respell(name, given, options) {
      const report = await respellJob(ports, await job(name), given, options);
      if (!options.dryRun) await finish?.(name);
      return report;
    },
  };
}
