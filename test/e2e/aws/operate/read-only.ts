import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandTable } from '../../../../bin/command-table.ts';
import { makeUser, type PolicyDocument } from '../../../../localstack/iam.ts';
import { type Run, winnow } from '../../../bin/test-io.ts';
import { ownWords } from '../../../support/own-words.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { untilQuiet, withClockwork } from '../../support/clockwork.ts';
import { jobDirectory, writeJob } from '../../support/job-directory.ts';
import type { DeployedStack } from '../../support/stack/deployed-stack.ts';

const job = 'read';
const over = 'read-before';
const limits = { turn: { maxSeconds: 2 }, limits: { pagesPerDay: 10_000 } };
const settings = { ...limits, topic: { file: 'topic.txt' } };

/** Command lines of people who may only read; `URL` is a page of the job, `OUT` a new folder, `DIR` a folder with changed settings of the job, `DUMP` a dump. */
const reading: readonly string[] = [
  'jobs list',
  'status',
  'metrics',
  'commands',
  'audit',
  'howmany',
  'hosts',
  'regions',
  'strategy',
  'cost',
  'stats',
  'records',
  'record URL',
  'why URL',
  'config',
  'sites',
  'ranks',
  'hubs',
  'links',
  'graph --out OUT',
  'directory --out OUT',
  'sql SELECT',
  'sql --parquet OUT',
  'report --out OUT/report.html',
  'events replay --from 2020-01-01',
  'events snapshot',
  'archive write OUT',
  'replay --explore 0.5',
  `compare ${job} --replay soft`,
  'terms show',
  'clusters list',
  'seed --suggest',
  'topic queries',
  'examples list',
  'examples hubs',
  'examples sites',
  'examples lists',
  'dlq list',
  'doctor',
  'sanity',
  'sanity --documents',
  'pause --dry-run',
  'block a.localhost --purge --dry-run',
  'reharvest --all --dry-run',
  'recycle --dry-run',
  'reclassify --dry-run',
  'reanalyse --dry-run',
  'respell --job DIR --dry-run',
  'alias detect',
  'export --to jsonl',
  'sinks',
  'dump OUT',
  'delete --host a.localhost',
  'alias apply --all --dry-run',
  'alias undo --all --dry-run',
  'orphans --dry-run',
];

/** Command lines that change something. */
const changing: readonly string[] = [
  'seed URL',
  'crawl',
  'crawl --held',
  'pause',
  'continue',
  'stop',
  'open',
  'drain',
  'block a.localhost',
  'unblock a.localhost',
  'erase a.localhost --yes',
  'delete --host a.localhost --yes',
  'cancel none',
  'fetch URL',
  'hubs --raise',
  'ranks --write',
  'recycle',
  'reclassify',
  'reanalyse',
  'respell --job DIR',
  'alias apply --preferred a.localhost b.localhost',
  'reharvest --all',
  'orphans',
  'examples add URL',
  'raise URL',
  'terms edit --reset',
  `jobs remove ${over} --yes`,
  'dlq redrive --all',
  'deploy-job DIR',
  'load DUMP --replace',
];

/** Commands that know nothing of a stack, ask a server of the job's own, or serve until they are interrupted. */
const local = [
  'classes',
  'search',
  'console',
  'box',
  'init',
  'import-combine',
  'topic',
  'train',
  'taxonomy',
  'cluster',
  'classify',
  'serve',
  'mcp',
];

/** The policy that docs/deploy.md gives to people who only read, for a stack of another name. */
function documentedPolicy(stack: string): PolicyDocument {
  const text = readFileSync(fileURLToPath(new URL('../../../../docs/deploy.md', import.meta.url)), 'utf8');
  const found = /```json read-only\n([\s\S]+?)```/.exec(text)?.[1] ?? 'the docs have no such policy';
  // The emulator asks for a schedule of any group as for one of the group `default`.
  const local = found
    .replace('schedule/winnow/', 'schedule/*/')
    // It asks for reading a concurrency as for writing one.
    .replace('lambda:GetFunctionConcurrency', 'lambda:PutFunctionConcurrency');
  return JSON.parse(local.replace(/\bwinnow(?=[-/])/g, stack)) as PolicyDocument;
}

export function readOnly(stack: () => DeployedStack): void {
  describe('somebody with the policy of the docs for people who only read', () => {
    let web: TestWeb;
    const directory = jobDirectory(job, settings);
    const dumped = join(mkdtempSync(join(tmpdir(), 'winnow-e2e-dump-')), 'dump');
    writeFileSync(join(directory, 'topic.txt'), '100: page=PAGES\n');

    beforeAll(async () => {
      web = await startWeb({
        pages: ({ name, path, port }) => ({
          headers: { 'content-type': 'text/html' },
          body: `<title>page ${path}</title>page ${ownWords(name + path)} <a href="http://b.localhost:${port}/">there</a> <a href="/next">next</a>`,
        }),
      });
      const stackOptions = ['--stack', stack().name];
      for (const line of [
        ['deploy-job', jobDirectory(over, limits), ...stackOptions],
        ['deploy-job', directory, ...stackOptions],
        ['crawl', ...stackOptions, '--job-name', job],
        ['seed', web.url('a.localhost'), ...stackOptions, '--job-name', job],
      ])
        expect(await winnow(line)).toMatchObject({ exit: 0, err: '' });
      writeJob(directory, job, { ...settings, url: { sessionIds: ['from'] } });
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      expect(await winnow(['dump', dumped, ...stackOptions, '--job-name', job])).toMatchObject({ exit: 0 });
      const user = await makeUser(stack().cloud, `${stack().name}-reader`, documentedPolicy(stack().name));
      process.env.AWS_ACCESS_KEY_ID = user.accessKeyId;
      process.env.AWS_SECRET_ACCESS_KEY = user.secretAccessKey;
    });

    afterAll(async () => {
      Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
      await web.close();
      await stack().sqs.send(new PurgeQueueCommand({ QueueUrl: stack().outputs.DeadLettersUrl }));
    });

    function run(line: string): Promise<Run> {
      const values: Readonly<Record<string, string>> = {
        SELECT: 'SELECT count(*) AS pages FROM pages',
        URL: web.url('a.localhost'),
        DIR: directory,
        DUMP: dumped,
      };
      const out = mkdtempSync(join(tmpdir(), 'winnow-e2e-read-'));
      const words = line.split(' ').map((word) => values[word] ?? word.replace(/^OUT/, out));
      const named = /^(?:jobs|dlq|deploy-job|audit|commands|block|unblock|cancel|load)\b/.test(line);
      return winnow([...words, '--stack', stack().name, ...(named ? [] : ['--job-name', job])]);
    }

    /** A new one for each that reads: a letter that was read is hidden from others for a minute. */
    const giveUp = (id: string) =>
      stack().sqs.send(
        new SendMessageCommand({
          QueueUrl: stack().outputs.DeadLettersUrl,
          MessageBody: 'given up',
          MessageGroupId: id,
          MessageDeduplicationId: id,
        }),
      );

    /** What a command could change. What the stack has left to do for other jobs goes on meanwhile. */
    const state = async () => {
      const { jobs, commands } = stack().runtime.stores;
      const all = (await jobs.jobs()).map(({ name, state: is, config, holds = [] }) => {
        return { name, is, config, holds: holds.map(({ verb, what }) => ({ verb, what })) };
      });
      return [all, await commands.commands(1)];
    };

    it('meets every command in one of the two lists, or in that of commands without a stack', () => {
      const known = new Set([...reading, ...changing, ...local].map((line) => line.split(' ')[0]));
      expect(Object.keys(commandTable).filter((name) => !known.has(name))).toEqual([]);
    });

    it.each(reading)('may ask `winnow %s`', async (line) => {
      if (line === 'dlq list') await giveUp('listed');
      const { exit, out, err } = await run(line);
      // `doctor` also tells what the jobs of other parts lack.
      const own = (out + err).replaceAll(/^! job (?!read\b).*$/gm, '');
      const denied = /.*(?:not allowed|not authorized|AccessDenied).*/.exec(own)?.[0];
      expect({ exit, denied, err }).toEqual({ exit: 0, denied: undefined, err });
      if (line === 'dlq list') expect(out).toContain('given up');
    });

    it.each(changing)('is refused `winnow %s` in a sentence, and nothing changes', async (line) => {
      if (line.startsWith('dlq')) await giveUp('redriven');
      const before = await state();
      const { exit, out, err } = await run(line);
      expect({ exit, out }).toEqual({ exit: 1, out: '' });
      expect(err).toMatch(/^winnow: .*\bis not allowed: the role or the credentials lack [a-z0-9]+:\w+\n$/);
      expect(await state()).toEqual(before);
    });
  });
}
