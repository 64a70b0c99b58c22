import { type ControlRequest, controlCommand } from '../config/ops-command.ts';
import type { ControlAnswer } from '../domain/control/command.ts';
import {
  type CommandViews,
  commandViews,
  type HostLines,
  type HowMany,
  hostLines,
  howMany,
} from '../pipeline/control/look.ts';
import { type Controlling, runCommand } from '../pipeline/control/run-command.ts';
import type { JobSummary } from '../pipeline/summary.ts';
import type { Job } from '../ports/jobs.ts';

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
  /** What was asked for, by whom and why, newest first. */
  commands(limit: number, cursor?: string): Promise<CommandViews>;
}

export interface DeskParts {
  readonly ports: Controlling;
  readonly job: (name: string) => Promise<Job>;
  readonly summary: (job: string) => Promise<JobSummary>;
  /** Does now what a command has left to slices; absent: the schedule does it. */
  readonly finish?: (job: string) => Promise<void>;
}

export function controlDesk({ ports, job, summary, finish }: DeskParts): ControlDesk {
  return {
    async control(request) {
      const drawn = { requestId: ports.entropy.id(), by: 'cli' };
      const answer = await runCommand(ports, controlCommand(request, drawn));
      if (finish === undefined || !answer.goesOn) return answer;
      for (const { job: name } of answer.jobs) await finish(name);
      const { goesOn: _, ...done } = answer;
      return done;
    },
    hosts: async (name, limit, cursor) => hostLines(ports, await job(name), limit, cursor),
    howMany: async (name) => howMany(await job(name), await summary(name)),
    commands: (limit, cursor) => commandViews(ports, limit, cursor),
  };
}
