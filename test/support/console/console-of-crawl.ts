import { join } from 'node:path';
import { vi } from 'vitest';
import { main } from '../../../bin/main.ts';
import { openTokens } from '../../../lib/faces/tokens.ts';
import type { OperationScope } from '../../../lib/operations/ways.ts';
import { testIo, winnow } from '../../bin/test-io.ts';
import { type JobTree, jobDirectory } from '../../e2e/support/job-directory.ts';

/** A crawl whose console is served. */
export interface ConsoleOfCrawl {
  readonly directory: string;
  /** The address of the console for somebody who may do so much. */
  address(scope: OperationScope): string;
  /** What the store says, by the command line. */
  stored(...argv: readonly string[]): Promise<unknown>;
  close(): Promise<void>;
}

/** Crawls a job and serves its console. */
export async function consoleOfCrawl(name: string, tree: JobTree): Promise<ConsoleOfCrawl> {
  const directory = jobDirectory(name, { userAgent: { contact: 'a@b.example' }, ...tree });
  const crawled = await winnow(['crawl', '--job', directory]);
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
  return {
    directory,
    address(scope) {
      const token = made.get(scope) ?? tokens.add({ name: `the-${scope}`, scope });
      made.set(scope, token);
      return `http://127.0.0.1:${port}/console/#token=${token}`;
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
