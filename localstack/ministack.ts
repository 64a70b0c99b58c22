import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { WinnowError } from '../lib/base/error.ts';
import { selfSignedCertificate } from './certificate.ts';
import { becomesHealthy } from './health.ts';
import { installPython, pythonIn } from './python-environment.ts';
import { type Cloud, ministackDirectory as venv } from './state.ts';

const requirements = join(import.meta.dirname, 'requirements.txt');
/**
 * Starts MiniStack 1.5.33 with two things mended. It calls a bucket that a change set imports a conflict of names (Validation failed,
 * NAME_CONFLICT_VALIDATION), before it imports it; the handler of the bucket still refuses a name that is taken. And it reads the
 * text of a condition anew for each item that it holds against it, which is most of what a query costs: it is read once.
 */
const start = `
import runpy
from functools import lru_cache
from ministack.services import dynamodb
from ministack.services.cloudformation import provisioners
provisioners.s3_bucket_name_conflict = lambda name: None
dynamodb._tokenize = lru_cache(dynamodb._tokenize)
dynamodb._condition_syntax_error = lru_cache(dynamodb._condition_syntax_error)
runpy.run_module('ministack', run_name='__main__')
`;

export interface MiniStackOptions {
  /** The directory for its certificate, log and temporary files. */
  readonly home: string;
  readonly strict: boolean;
  /** 0: any that is free. */
  readonly port: number;
  readonly startedBy: string;
  readonly say: (line: string) => void;
}

/**
 * Starts MiniStack on loopback, installing it first where it is not there, and waits until it answers.
 * It outlives this process. Resource state is in memory only.
 * @throws WinnowError `unavailable`, naming what is missing or quoting its log
 */
export async function startMiniStack(options: MiniStackOptions): Promise<Cloud> {
  const { home, strict, startedBy, say } = options;
  installPython(venv, requirements, () => say('installing MiniStack into .winnow/ministack (once)'));
  const temporary = join(home, 'tmp');
  mkdirSync(temporary, { recursive: true });
  // Lambdas run from in there; without this their files would be ES modules, as ours are, by our package.json.
  writeFileSync(join(temporary, 'package.json'), '{}\n');
  const port = await freePort(options.port);
  const certificate = strict ? writeCertificate(home) : undefined;
  const log = join(home, 'ministack.log');
  const output = openSync(log, 'w');
  const child = spawn(pythonIn(venv), ['-c', start], {
    detached: true,
    stdio: ['ignore', output, output],
    env: {
      // Lambdas inherit all of it, so nothing of ours may be in it but what a machine needs.
      ...inherited(['HOME', 'LANG', 'SystemRoot', 'USERPROFILE']),
      // They run on the `node` that is found first.
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      TMPDIR: temporary,
      // Its default is every interface.
      BIND_HOST: '127.0.0.1',
      MINISTACK_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      LAMBDA_STATE_TRANSITION_SECONDS: '0',
      LOG_LEVEL: 'WARNING',
      ...(certificate !== undefined && {
        AUTH: 'true',
        USE_SSL: '1',
        MINISTACK_SSL_CERT: certificate.cert,
        MINISTACK_SSL_KEY: certificate.key,
      }),
    },
  });
  let alive = true;
  child.once('exit', () => {
    alive = false;
  });
  child.unref();
  const cloud: Cloud = {
    endpoint: `${strict ? 'https' : 'http'}://127.0.0.1:${port}`,
    emulator: 'ministack',
    strict,
    startedBy,
    ...(child.pid !== undefined && { pid: child.pid }),
    ...(certificate !== undefined && { ca: certificate.cert }),
  };
  if (await becomesHealthy(cloud, () => alive)) return cloud;
  throw new WinnowError('unavailable', `MiniStack did not start:\n${lastLines(log)}`);
}

function writeCertificate(home: string): { readonly cert: string; readonly key: string } {
  const files = { cert: join(home, 'cert.pem'), key: join(home, 'key.pem') };
  const made = selfSignedCertificate(Date.now());
  writeFileSync(files.cert, made.cert);
  writeFileSync(files.key, made.key, { mode: 0o600 });
  return files;
}

function inherited(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** @throws WinnowError `unavailable` when somebody else listens on a port that was asked for by number. */
function freePort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (cause) =>
      reject(new WinnowError('unavailable', `port ${port} is in use: set WINNOW_CLOUD_PORT`, { cause })),
    );
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

function lastLines(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(-8).join('\n') : '(no log)';
}
