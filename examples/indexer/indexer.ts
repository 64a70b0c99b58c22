#!/usr/bin/env node
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, follow } from './build.ts';
import { IndexFile } from './index-file.ts';

const usage = `usage:
  npm run indexer -- follow --job DIR --name JOB [--once] [--index FILE]
  npm run indexer -- build (--job DIR | --stack NAME --job-name JOB [--bucket BUCKET]) [--index FILE]
  npm run indexer -- search WORD... [--name JOB] [--limit N] [--index FILE | --bucket BUCKET]
--index: the file of the index (index.sqlite)
--bucket: where the stack keeps its index, which build replaces the pages of JOB in and search reads
`;
const mostHits = 1_000;
/** Characters of a title that are shown. */
const titleLength = 100;

const options = {
  job: { type: 'string' },
  name: { type: 'string' },
  stack: { type: 'string' },
  'job-name': { type: 'string' },
  index: { type: 'string' },
  bucket: { type: 'string' },
  limit: { type: 'string', default: '10' },
  once: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

type Values = ReturnType<typeof parsed>['values'];

function parsed(argv: readonly string[]) {
  return parseArgs({ args: [...argv], allowPositionals: true, options });
}

/** @returns the exit code: 0 done, 1 failed, 2 a wrong command line */
async function main(argv: readonly string[]): Promise<number> {
  let line: ReturnType<typeof parsed>;
  try {
    line = parsed(argv);
  } catch (error) {
    process.stderr.write(`indexer: ${(error as Error).message}\n${usage}`);
    return 2;
  }
  const { values, positionals } = line;
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const [verb, ...words] = positionals;
  const wrong = whatIsWrong(verb, words, values);
  if (wrong !== undefined) {
    process.stderr.write(`indexer: ${wrong}\n${usage}`);
    return 2;
  }
  // What is fetched from a bucket must not take the place of an index that was made here.
  const scratch =
    values.bucket !== undefined && values.index === undefined
      ? mkdtempSync(join(tmpdir(), 'indexer-'))
      : undefined;
  const file = values.index ?? join(scratch ?? '.', 'index.sqlite');
  try {
    await run(verb as string, words, values, file);
  } finally {
    if (scratch !== undefined) rmSync(scratch, { recursive: true });
  }
  return 0;
}

function whatIsWrong(
  verb: string | undefined,
  words: readonly string[],
  { job, name, stack, bucket, limit }: Values,
): string | undefined {
  if (verb === 'search') {
    if (words.join('').trim() === '') return 'search for what?';
    const most = Number(limit);
    return Number.isInteger(most) && most > 0 && most <= mostHits
      ? undefined
      : `--limit ${limit}: expected a whole number from 1 to ${mostHits}`;
  }
  if (verb !== 'build' && verb !== 'follow')
    return verb === undefined ? 'which verb?' : `there is no ${verb}`;
  if (words.length > 0) return `${verb} takes no words: ${words.join(' ')}`;
  if (verb === 'build') {
    if ((job === undefined) === (stack === undefined)) return 'build from what? --job DIR or --stack NAME';
    return bucket !== undefined && stack === undefined ? '--bucket goes with --stack' : undefined;
  }
  if (bucket !== undefined || stack !== undefined)
    return 'follow is for one machine; on AWS the queue follows (README.md)';
  return job === undefined || name === undefined ? 'follow whom? --job DIR and --name JOB' : undefined;
}

async function run(verb: string, words: readonly string[], values: Values, file: string): Promise<void> {
  const { bucket, name, limit, once } = values;
  const stored = bucket === undefined ? undefined : await import('./aws/stored-index.ts');
  if (verb === 'search') {
    if (bucket !== undefined) await stored?.fetchIndex(bucket, file);
    else if (!existsSync(file)) throw new Error(`${file} is not there: 'follow' or 'build' makes it`);
  }
  const index = new IndexFile(file, bucket === undefined ? 'wal' : 'delete');
  try {
    const target = (['job', 'stack', 'job-name'] as const).flatMap((option) =>
      values[option] === undefined ? [] : [`--${option}`, values[option]],
    );
    if (verb === 'follow') await follow(index, name ?? '', target, once);
    else if (verb === 'build') {
      const { job, point } = await build(index, target);
      if (bucket !== undefined) await stored?.storeJob(bucket, job, file);
      process.stdout.write(`follow from ${point}\n`);
    } else {
      const found = index.search(words.join(' '), { limit: Number(limit), ...(name && { job: name }) });
      for (const { url, title, snippet } of found)
        process.stdout.write(
          `${printable(title).slice(0, titleLength) || url}\n  ${url}\n  ${printable(snippet)}\n`,
        );
    }
  } finally {
    index.close();
  }
}

/** A page may not move the cursor, nor break the three lines of a hit. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`indexer: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
