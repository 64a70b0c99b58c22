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
  close(): Promise<void>;
}

/** Crawls a job and serves its console. @param options of the crawl */
export async function consoleOfCrawl(
  name: string,
  tree: JobTree,
  options: readonly string[] = [],
): Promise<ConsoleOfCrawl> {
  const directory = jobDirectory(name, { userAgent: { contact: 'a@b.example' }, ...tree });
  const crawled = await winnow(['crawl', '--job', directory, ...options]);
  if (crawled.exit !== 0) throw new Error(crawled.err);
  const interrupt = new AbortController();
  const { io, said } = testIo({ interrupt: interrupt.signal });
  const ended = main(['serve', '--job', directory, '--listen', '127.0.0.1:0'], io);
  await vi.waitFor(
    () => {
      if (!said.err.includes('Serving')) throw new Error(said.err);
    },
    { timeout: 60_000 },
  );
  const [, port] = /127\.0\.0\.1:(\d+)/.exec(said.err) ?? [];
  const tokens = openTokens(join(directory, 'data', 'tokens.json'));
  const made = new Map<OperationScope, string>();
  const tokenOf = (scope: OperationScope): string => {
    const token = made.get(scope) ?? tokens.add({ name: `the-${scope}`, scope });
    made.set(scope, token);
    return token;
  };
  return {
    directory,
    address: (scope) => `http://127.0.0.1:${port}/console/#token=${tokenOf(scope)}`,
    async told(path) {
      const { text } = await send(Number(port), path, {
        headers: { authorization: `Bearer ${tokenOf('view')}` },
      });
      return JSON.parse(text);
    },
    async stored(...argv) {
      const { exit, out, err } = await winnow([...argv, '--job', directory, '--json']);
      if (exit !== 0) throw new Error(err);
      return JSON.parse(out);
    },
    async close() {
      interrupt.abort();
      await ended;
    },
  };
}
