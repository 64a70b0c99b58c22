import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { main } from '../../../bin/main.ts';
import { openTokens } from '../../../lib/faces/tokens.ts';
import type { OperationScope } from '../../../lib/operations/ways.ts';
import { testIo, winnow } from '../../bin/test-io.ts';
import { type JobTree, jobDirectory } from '../../e2e/support/job-directory.ts';
import { send } from '../rest/kept-server.ts';

/** A crawl whose console is served. */
export interface ConsoleOfCrawl {
  readonly directory: string;
  /** The address of the console for somebody who may do so much. */
  address(scope: OperationScope): string;
  /** What the store says, by the command line. */
  stored(...argv: readonly string[]): Promise<unknown>;
  /** The same by REST, for which the files of the job do not take effect again. */
  told(path: string): Promise<unknown>;
  /** Orders something by REST, as somebody else does. */
  orders(path: string, body: object): Promise<void>;
  /** Nobody gets in with the token of this scope any more. */
  revoke(scope: OperationScope): void;
  /** Ends the server, and starts it again at the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Crawls a job and serves its console. @param options of the crawl @param files beside job.yaml, by name */
export async function consoleOfCrawl(
  name: string,
  tree: JobTree,
  options: readonly string[] = [],
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<ConsoleOfCrawl> {
  const directory = jobDirectory(name, { userAgent: { contact: 'a@b.example' }, ...tree });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(directory, file), text);
  const crawled = await winnow(['crawl', '--job', directory, ...options]);
  if (crawled.exit !== 0) throw new Error(crawled.err);
  let server = await serve(directory, '0');
  const tokens = openTokens(join(directory, 'data', 'tokens.json'));
  const made = new Map<OperationScope, string>();
  const tokenOf = (scope: OperationScope): string => {
    const token = made.get(scope) ?? tokens.add({ name: `the-${scope}`, scope });
    made.set(scope, token);
    return token;
  };
  return {
    directory,
    address: (scope) => `http://127.0.0.1:${server.port}/console/#token=${tokenOf(scope)}`,
    async told(path) {
      const headers = { authorization: `Bearer ${tokenOf('view')}` };
      return JSON.parse((await send(Number(server.port), path, { headers })).text);
    },
    async orders(path, body) {
      const headers = { authorization: `Bearer ${tokenOf('operate')}` };
      const { status, text } = await send(Number(server.port), path, { method: 'POST', body, headers });
      if (status !== 200) throw new Error(text);
    },
    async stored(...argv) {
      const { exit, out, err } = await winnow([...argv, '--job', directory, '--json']);
      if (exit !== 0) throw new Error(err);
      return JSON.parse(out);
    },
    revoke(scope) {
      tokens.revoke(`the-${scope}`);
      made.delete(scope);
    },
    stop: () => server.stop(),
    async start() {
      server = await serve(directory, server.port);
    },
    close: () => server.stop(),
  };
}

async function serve(directory: string, port: string) {
  const interrupt = new AbortController();
  const { io, said } = testIo({ interrupt: interrupt.signal });
  const ended = main(['serve', '--job', directory, '--listen', `127.0.0.1:${port}`], io);
  const begun = () => {
    if (!said.err.includes('Serving')) throw new Error(said.err);
  };
  await vi.waitFor(begun, { timeout: 60_000 });
  const [, bound = ''] = /127\.0\.0\.1:(\d+)/.exec(said.err) ?? [];
  return {
    port: bound,
    async stop() {
      interrupt.abort();
      await ended;
    },
  };
}
