import { join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { serveRest } from '../../../lib/faces/rest.ts';
import { openWorkers, type Served } from '../../../lib/faces/served.ts';
import { type KnownTokens, openTokens, withOwn } from '../../../lib/faces/tokens.ts';
import { type OperationScope, scopes } from '../../../lib/operations/ways.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { userAtHost } from '../base/request-options.ts';
import { tokensFile, untilAborted } from './serve.ts';
import { faultsTo, withServed } from './with-served.ts';

interface ConsoleOptions extends TargetOptions {
  readonly port: number;
  readonly scope: OperationScope;
}

/** Only browsers of this machine reach it, whatever it shows. */
const host = '127.0.0.1';
const usualPort = 8645;

/** Serves the console of a data directory, or of a stack with the credentials of whoever runs it, until it is interrupted. */
export const consoleCommand: DefineCommand = (command, io) => {
  addTargetOptions(command)
    .option('--port <number>', 'serve at this port of loopback; 0: any free one', readPort, usualPort)
    .addOption(new Option('--scope <scope>', 'what may be done in it').choices(scopes).default('operate'))
    .action(async (options: ConsoleOptions) => {
      io.keepSmall();
      const { job: directory, stack, jobName } = options;
      if (stack !== undefined)
        return await withJob(options, 'guest', 'none', async ({ installation: { place }, job }) => {
          const workers = openWorkers(async () => ({ place, close: async () => undefined }));
          const served = { place, workers, onFault: faultsTo(io) };
          await show(served, { job, options, io }).finally(() => workers.end());
        });
      const loaded = loadJob(directory);
      const { dataDir, settings } = loaded;
      await withServed(loaded, io, async (served) => {
        const { name: job } = await served.place.job(jobName ?? settings.name);
        await show(served, { job, tokens: openTokens(join(dataDir, tokensFile)), options, io });
      });
    });
};

interface Shown {
  readonly job: string;
  readonly tokens?: KnownTokens;
  readonly options: ConsoleOptions;
  readonly io: Io;
}

async function show(served: Served, { job, tokens, options, io }: Shown): Promise<void> {
  const { port, scope } = options;
  const own = withOwn(tokens, { name: userAtHost(), scope });
  const server = await serveRest({ ...served, job, tokens: own.tokens }, { host, port });
  try {
    // What stands behind `#` is sent to no server.
    const url = `http://${host}:${server.port}/console/#token=${own.text}`;
    io.err(
      `The console of ${served.place.name} is there until you press Ctrl-C; the address lets in whoever has it:\n`,
    );
    io.out(options.json ? json({ url }) : `${url}\n`);
    await untilAborted(io.interrupted());
  } finally {
    await server.close();
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('Expected a port.');
  return port;
}
