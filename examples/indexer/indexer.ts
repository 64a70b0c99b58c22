#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { build, follow } from './build.ts';
import { IndexFile } from './index-file.ts';

const usage = `usage:
  node examples/indexer/indexer.ts follow --job DIR --name JOB [--once] [--index FILE]
  node examples/indexer/indexer.ts build (--job DIR | --stack NAME --job-name JOB) [--index FILE]
  node examples/indexer/indexer.ts search WORD... [--limit N] [--index FILE]
`;

/** @returns the exit code: 0 done, 1 failed, 2 a wrong command line */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      job: { type: 'string' },
      name: { type: 'string' },
      stack: { type: 'string' },
      'job-name': { type: 'string' },
      index: { type: 'string', default: 'index.sqlite' },
      limit: { type: 'string', default: '10' },
      once: { type: 'boolean', default: false },
    },
  });
  const [verb, ...words] = positionals;
  const target = (['job', 'stack', 'job-name'] as const).flatMap((option) =>
    values[option] === undefined ? [] : [`--${option}`, values[option]],
  );
  const isRight =
    verb === 'search'
      ? words.length > 0 && Number(values.limit) > 0
      : verb === 'build'
        ? target.length > 0
        : verb === 'follow' && values.job !== undefined && values.name !== undefined;
  if (!isRight) {
    process.stderr.write(usage);
    return 2;
  }
  const index = new IndexFile(values.index);
  try {
    if (verb === 'build') await build(index, target);
    else if (verb === 'follow') await follow(index, values.name ?? '', target, values.once);
    else
      for (const { url, title, snippet } of index.search(words.join(' '), { limit: Number(values.limit) }))
        process.stdout.write(`${title}\n  ${url}\n  ${snippet.replaceAll('\n', ' ')}\n`);
    return 0;
  } finally {
    index.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`indexer: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
