import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCrawl } from '../../lib/api/open-crawl.ts';
import type { PageRecord } from '../../lib/domain/collection/record.ts';
import { hostileServer, answer as plainAnswer } from '../../test/support/web/hostile-server.ts';
import type { ReportedInput } from './reported-input.ts';

/** What was wrong with each input, by its name; empty: nothing. */
export type Faults = ReadonlyMap<string, readonly string[]>;

/** What a crawl came to at one host. */
interface Result {
  readonly outcome: string;
  readonly record: PageRecord | undefined;
  readonly asked: readonly string[];
}

/** Crawls all inputs, each on a host of its own, and judges them. */
export async function crawlReports(inputs: readonly ReportedInput[]): Promise<Faults> {
  const asked = new Map<string, string[]>(inputs.map(({ name }) => [name, []]));
  const answers = new Map<string, ReturnType<ReportedInput['answers']>>();
  const server = await hostileServer((socket, { head }) => {
    const path = head.split(' ')[1] ?? '';
    const name = /^host: ([\w-]+)/im.exec(head)?.[1] ?? '';
    asked.get(name)?.push(path);
    const found = new Map(Object.entries(answers.get(name) ?? {})).get(path);
    if (found === undefined) socket.write(plainAnswer('', [], 404));
    else if (typeof found === 'function') found(socket, head);
    else socket.write(found);
  });
  const originOf = (name: string): string => `http://${name}.localhost:${server.port}`;
  for (const input of inputs) answers.set(input.name, input.answers(originOf(input.name)));
  const data = mkdtempSync(join(tmpdir(), 'winnow-reports-'));
  const crawl = await openCrawl({
    ...{ name: 'reports', data, contact: 'crawl@example.org' },
    seeds: inputs.map(({ name }) => `${originOf(name)}/`),
    scope: { hosts: ['localhost'] },
    network: { allow: ['localhost', '127.0.0.0/8'] },
    politeness: { waitIntervalHost: 0 },
    yield: { hold: false },
    content: { main: true, markdown: 'both', language: true },
    fetch: { cookies: true, timeout: 5, maxTries: 1 },
    crawl: { hosts: 32, patience: 20 },
  });
  try {
    const records = new Map<string, PageRecord>();
    for await (const change of crawl.run()) {
      if (change.kind !== 'deleted') for (const url of change.record.urls) records.set(url, change.record);
    }
    const faults = new Map<string, readonly string[]>();
    for (const { name, right } of inputs) {
      const url = `${originOf(name)}/`;
      const { lines } = await crawl.why(url);
      const outcome = lines.find(({ step }) => step === 'outcome')?.detail ?? 'none';
      faults.set(name, faultsOf({ outcome, record: records.get(url), asked: asked.get(name) ?? [] }, right));
    }
    return faults;
  } finally {
    await crawl.close();
    await server.close();
    rmSync(data, { recursive: true });
  }
}

function faultsOf({ outcome, record, asked }: Result, right: ReportedInput['right']): readonly string[] {
  const { outcome: wanted = 'stored', text, truncated = false } = right;
  const isStored = wanted === 'stored';
  const missing = (right.asked ?? []).filter((path) => !asked.includes(path));
  const wrongly = (right.never ?? []).filter((path) => asked.includes(path));
  return [
    ...(outcome.startsWith(wanted) ? [] : [outcome.replace(/, \d+ s ago.*/, '')]),
    ...(text === undefined || record?.text.includes(text) ? [] : [`says "${record?.text.slice(0, 60)}"`]),
    ...(isStored && record !== undefined && record.response.truncated !== truncated
      ? [truncated ? 'taken for whole' : 'taken for incomplete']
      : []),
    ...(record === undefined ? [] : contentFaults(record, right)),
    ...missing.map((path) => `${path} is not asked for`),
    ...wrongly.map((path) => `${path} is asked for`),
  ];
}

/** What is wrong in what a record says of its page. */
function contentFaults(record: PageRecord, right: ReportedInput['right']): readonly string[] {
  const { markdown = '', main, detectedLanguage } = record;
  const wanted: readonly (readonly [name: string, wanted: string | undefined, found: string | undefined])[] =
    [
      ['language', right.language, detectedLanguage?.code],
      ['author', right.author, main?.author],
      ['published', right.published, main?.published],
    ];
  return [
    ...(right.markdown === undefined || markdown.includes(right.markdown) ? [] : ['Markdown']),
    ...(right.lacks ?? []).filter((one) => markdown.includes(one)).map((one) => `Markdown says "${one}"`),
    ...(right.main ?? [])
      .filter((one) => !main?.text.includes(one))
      .map((one) => `main content lacks "${one}"`),
    ...wanted.flatMap(([name, is, found]) => (is === undefined || is === found ? [] : [`${name}: ${found}`])),
  ];
}
