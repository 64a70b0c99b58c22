import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { winnow } from '../bin/test-io.ts';
import { keptDirectory } from '../support/collection/earlier-version.ts';
import { goldenCommands } from './golden-commands.ts';

/** Hours after the crawl was stored: what is told as a span of hours is the same however long a test takes. */
const laterMs = 50.25 * 3_600_000;

const { now } = keptDirectory('2026-11-28');

const files = { 'job.yaml': 'name: kept\nseeds: [https://herons.example/]\n' };
/** Of the job directory of a group. */
const filesOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  examples: {
    'job.yaml': `${files['job.yaml']}userAgent: { contact: ann@example.org }\n`,
    'herons.txt': 'Herons stand in shallow water and wait for fish.',
    'list.txt': '# pages\nhttps://herons.example/3\n',
    'wrong.txt': 'herons\n',
  },
  'deploy-job': {
    'job.yaml': `${files['job.yaml']}userAgent: { contact: ann@example.org }\nlimits: { pagesPerDay: 2000 }\n`,
  },
  replay: {
    ...files,
    'topic.txt': '10: heron=A\n5: fish=B\n',
    'other/job.yaml': 'focus: { mode: soft, order: arrival }\nseeds: []\n',
  },
  seed: { ...files, 'seeds.txt': '\ufeff# pages\r\nhttps://herons.example/i\r\n' },
  respell: { 'job.yaml': `${files['job.yaml']}url: { sortQuery: true }\n` },
};

/** A new job directory beside a copy of the stored crawl, which the commands of one test may change. */
function jobBeside(data: string, group: string): string {
  const job = mkdtempSync(join(tmpdir(), 'winnow-golden-'));
  for (const [name, text] of Object.entries({ ...files, ...filesOf[group] })) {
    mkdirSync(dirname(join(job, name)), { recursive: true });
    writeFileSync(join(job, name), text);
  }
  symlinkSync(data, join(job, 'data'));
  return job;
}

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

/** What a command line prints, without what differs from run to run: directories, and times of this run. */
async function shown(argv: readonly string[], job: string, input?: string): Promise<string> {
  const place =
    ['help', 'deploy-job'].includes(argv[0] ?? '') ||
    argv.some((one) => ['--help', '--no-place'].includes(one))
      ? []
      : ['--job', job, '--job-name', 'kept'];
  const isAboutJob = !argv.includes('--no-name');
  const spelt = (word: string): string => word.replace('JOB', job).replaceAll('~', ' ');
  const words = argv.filter((word) => !['--no-name', '--no-place'].includes(word)).map(spelt);
  const given = [...words, ...(isAboutJob ? place : place.slice(0, 2))];
  const { exit, out, err } = await winnow(given, input === undefined ? {} : { input });
  const text = `$ winnow ${words.join(' ')}\n${out}${err === '' ? '' : `[error]\n${err}`}${exit === 0 ? '' : `[exit ${exit}]\n`}`;
  return text
    .replaceAll(job, 'JOB')
    .replace(/\/tmp\/winnow-kept-\w+/g, 'DATA')
    .replace(/(settings |"config": ")[0-9a-f]{16}\b/g, '$1<version>')
    .replace(/("dueLagMs": |"DueLagSeconds": |winnow_due_lag_seconds\S* )[\d.]+/g, '$1<lag>')
    .replace(/("requestId": ")[\w-]{16}"/g, '$1<drawn>"')
    .replace(/(pages were judged \()[^)]+/g, '$1<time>')
    .replace(/Node\.js [\d.]+\d/g, 'Node.js <version>')
    .replace(/[\d.]+ GB free/g, '<free> GB free')
    .replace(/("(?:cpuMs|learntMs)": )[\d.]+/g, '$1<ms>')
    .replace(/copied in [\d.]+ s/g, 'copied in <s> s')
    .replace(/(the crawl as of )[^,\n]+/g, '$1<time>')
    .replace(/("point":")[^"]+/g, '$1<time>')
    .replace(/\b1795\d{9}\b/g, (time) => (Number(time) >= now + laterMs ? '<now>' : time))
    .replace(/\b(\d{4}-\d\d-\d\d \d\d:\d\d):\d\d\b/g, (time, minute) =>
      Date.parse(`${time.replace(' ', 'T')}Z`) >= now + laterMs - 1_000 ? `${minute}:__` : time,
    );
}

describe.each(Object.entries(goldenCommands))('%s', (group, lines) => {
  let job: string;
  beforeEach(() => {
    const { directory: copy } = keptDirectory('2026-11-28');
    job = jobBeside(copy, group);
  });

  it('prints what it always printed', async () => {
    const texts: string[] = [];
    for (const [minute, line] of lines.entries()) {
      vi.setSystemTime(now + laterMs + 60_000 * minute);
      const [words = '', input] = line.split(' < ');
      texts.push(await shown(words.split(' '), job, input));
    }
    await expect(texts.join('\n')).toMatchFileSnapshot(`golden/${group}.txt`);
  });
});
