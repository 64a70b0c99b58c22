#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { build, follow } from './build.ts';
import { IndexFile } from './index-file.ts';

const usage = `usage:
  node examples/indexer/indexer.ts follow --job DIR --name JOB [--once] [--index FILE]
  node examples/indexer/indexer.ts build (--job DIR | --stack NAME --job-name JOB [--bucket BUCKET]) [--index FILE]
  node examples/indexer/indexer.ts search WORD... [--limit N] [--index FILE | --bucket BUCKET]
--bucket: where the stack keeps its index, which build replaces and search reads
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
      bucket: { type: 'string' },
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
  const { bucket } = values;
  if (bucket !== undefined) {
    const { fetchIndex } = await import('./aws/stored-index.ts');
    await fetchIndex(bucket, values.index);
  }
  const index = new IndexFile(values.index, bucket === undefined ? 'wal' : 'delete');
  try {
    if (verb === 'follow') await follow(index, values.name ?? '', target, values.once);
    else if (verb === 'build') {
      const point = await build(index, target);
      process.stdout.write(`follow from ${point}\n`);
    } else
      for (const { url, title, snippet } of index.search(words.join(' '), { limit: Number(values.limit) }))
        process.stdout.write(`${title}\n  ${url}\n  ${snippet.replaceAll('\n', ' ')}\n`);
  } finally {
    index.close();
  }
  if (verb === 'build' && bucket !== undefined) {
    const { store } = await import('./aws/stored-index.ts');
    await store(bucket, values.index);
  }
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`indexer: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
