import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleWeb, examplePort, serveExample } from '../../../examples/serve.ts';
import { winnow } from '../test-io.ts';

const page = readFileSync(new URL('../../../docs/strategies.md', import.meta.url), 'utf8');
const example = /## A first strategy\n(.*?)\n## /s.exec(page)?.[1] ?? '';

function block(language: string): string {
  return new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(example)?.[1] ?? '';
}

const directory = mkdtempSync(join(tmpdir(), 'winnow-strategies-'));
const job = join(directory, 'bog');
const says = new Map<string, string>();
let web: ExampleWeb;

const here = (text: string): string => text.replaceAll(String(examplePort), String(web.port));

async function run(...words: readonly string[]): Promise<string> {
  const { exit, out, err } = await winnow([...words]);
  expect({ words, exit, err }).toMatchObject({ words, exit: 0 });
  return out.replaceAll(String(web.port), String(examplePort));
}

beforeAll(async () => {
  web = await serveExample(0);
  mkdirSync(job);
  writeFileSync(join(job, 'job.yaml'), here(block('yaml')));
  writeFileSync(join(job, 'topic.txt'), block('topic'));
  for (const line of block('sh').trimEnd().split('\n')) {
    const [program, ...words] = here(line)
      .trim()
      .split(/\s+/)
      .map((word) => (word === 'bog' ? job : word));
    expect(program).toBe('winnow');
    says.set(words[0] as string, await run(...words));
  }
});
afterAll(() => web.close());

describe('the first strategy of docs/strategies.md', () => {
  it('passes through both stages', async () => {
    expect(says.get('strategy')).toMatch(/^find the traps +0 +1 /m);
    expect(says.get('strategy')).toMatch(/^the rest +0 +1 /m);
    expect(says.get('strategy')).toContain('3 relevant pages, of 3');
    expect(await run('status', '--job', job)).toContain('strategy');
  });

  it('says by which rule a URL was dismissed', () => {
    expect(says.get('why')).toContain('strategy: find the traps: no guests');
  });

  it('gives the contexts as CSV, as JSON and in the report', async () => {
    const [head, ...rows] = (await run('strategy', '--job', job, '--csv')).trimEnd().split('\r\n');
    expect(head).toMatch(/^host,stage,openedAt,endedAt,why,iterations,targets/);
    expect(rows).toHaveLength(2);
    const report = JSON.parse(await run('strategy', '--job', job, '--json')) as {
      readonly stages: unknown[];
    };
    expect(report.stages).toHaveLength(2);
    const out = join(directory, 'report.html');
    await run('report', '--job', job, '--out', out);
    expect(readFileSync(out, 'utf8')).toContain('<h2>Strategy</h2>');
  });
});
