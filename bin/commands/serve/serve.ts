import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { serveRest } from '../../../lib/faces/rest.ts';
import { openTokens } from '../../../lib/faces/tokens.ts';
import { type OperationScope, scopes } from '../../../lib/operations/ways.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { onlyWith } from '../base/only-with.ts';
import { appendValue } from '../base/values.ts';
import { withServed } from './with-served.ts';

interface ServeOptions {
  readonly job: string;
  readonly listen: string;
  readonly name?: readonly string[];
  readonly token?: string;
  readonly scope: OperationScope;
  readonly revoke?: string;
  readonly oai?: readonly string[];
  readonly search?: readonly string[];
  readonly json?: boolean;
}

export const tokensFile = 'tokens.json';
const usualAddress = '127.0.0.1:8644';
const firstToken = { name: 'owner', scope: 'destroy' } as const;

/** Serves the operations over HTTP until it is interrupted; or makes or revokes a token. */
export const serve: DefineCommand = (command, io) => {
  command
    .option('--job <dir>', 'serve the data directory of the job in the directory <dir>', '.')
    .option('--listen <host:port>', 'listen there, or at <port> of loopback', usualAddress)
    .option('--name <host>', 'answer requests to the name <host>, too: that of a proxy', appendName)
    .option(
      '--oai <job>',
      'let everybody harvest the records of <job> by OAI-PMH (may be repeated)',
      appendValue,
    )
    .option(
      '--search <job>',
      'let everybody search <job> at /search/<job> with a browser (may be repeated)',
      appendValue,
    )
    .addOption(
      new Option('--token <name>', 'make a token for who is called <name>, print it, and end').conflicts([
        ...['revoke', 'listen', 'name', 'oai', 'search'],
      ]),
    )
    .addOption(new Option('--scope <scope>', 'what the token is for').choices(scopes).default('view'))
    .addOption(
      new Option('--revoke <name>', 'let nobody in with the token <name> any more, and end').conflicts([
        ...['listen', 'name', 'oai', 'search'],
      ]),
    )
    .option('--json', 'print JSON')
    .action(async (options: ServeOptions) => {
      io.keepSmall();
      const { token: name, revoke, scope } = options;
      if (name === undefined) onlyWith(command, ['scope'], '--token');
      const address = readAddress(options.listen);
      const loaded = loadJob(options.job);
      const { dataDir } = loaded;
      const tokens = openTokens(join(dataDir, tokensFile));
      const print = (data: object, text = ''): void => io.out(options.json ? json(data) : text);
      if (name === undefined && revoke === undefined)
        return await withServed(loaded, io, async (served) => {
          const parts = { ...served, tokens, job: loaded.settings.name };
          const { name: names = [], oai = [], search = [] } = options;
          for (const job of [...oai, ...search]) await served.place.job(job);
          const server = await serveRest(parts, { ...address, names, oai, search });
          try {
            const url = addressOf(address.host, server.port);
            const token = tokens.all().length === 0 ? tokens.add(firstToken) : undefined;
            io.err(`Serving ${parts.place.name} at ${url} until you press Ctrl-C.\n`);
            if (!server.isLoopback) io.err(`winnow: ${unencrypted}\n`);
            if (token !== undefined) io.err(`${tellFirst(token, url)}\n`);
            print({ url, ...defined({ token }) }, token && `${token}\n`);
            await untilAborted(io.interrupted());
          } finally {
            await server.close();
          }
        });
      if (!existsSync(dataDir)) throw new WinnowError('not-found', `nothing is stored in ${dataDir} yet`);
      if (name !== undefined) {
        const token = tokens.add({ name, scope });
        return print({ name, scope, token }, `${token}\n`);
      }
      tokens.revoke(revoke as string);
      print({ revoked: revoke });
    });
};

export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

const unencrypted =
  'other machines reach this server, and nothing is encrypted: put a proxy with TLS before it';

/** What is said of the first token, which is shown once. */
function tellFirst(token: string, url: string): string {
  return `This is the token ${firstToken.name}, which may do everything. It is shown once: the data directory has its digest.
Try: curl -H 'authorization: Bearer ${token}' ${url}/v1/jobs`;
}

/** Where a program of this machine reaches the server: one that listens everywhere has no name that says so. */
function addressOf(host: string, port: number): string {
  const { hostname } = new URL(`http://${host.includes(':') ? `[${host}]` : host}`);
  return `http://${hostname === '0.0.0.0' ? '127.0.0.1' : hostname === '[::]' ? '[::1]' : hostname}:${port}`;
}

/** @throws InvalidArgumentError for what no request names: a port, a path */
function appendName(text: string, before: readonly string[] | undefined): readonly string[] {
  const name = URL.parse(`http://${text}/`)?.hostname;
  if (name !== text.toLowerCase())
    throw new InvalidArgumentError('Expected the name of a host, without a port.');
  return appendValue(name, before);
}

/** `127.0.0.1:8644`, `[::1]:8644`, or a port of loopback alone. */
function readAddress(text: string): { readonly host: string; readonly port: number } {
  const [, host = '127.0.0.1', digits = ''] = /^(?:\[?([^[\]]+)\]?:)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535) throw new WinnowError('usage', '--listen: expected HOST:PORT');
  return { host, port };
}
