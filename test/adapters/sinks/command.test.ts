import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandSink } from '../../../lib/adapters/sinks/command/command-sink.ts';
import type { RecordChange } from '../../../lib/pipeline/feed/outgoing.ts';
import type { SinkType } from '../../../lib/pipeline/sinks/sink.ts';
import { type SinkFixture, sinkContract } from '../../contracts/sinks.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'winnow-command-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** An index of 15 lines: a file of records for each generation, and the name of the one that is read. */
const index = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const file = 'index-' + process.env.WINNOW_GENERATION + '.json';
const stays = process.argv[2] === 'stay';
const all = new Map(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []);
const take = (line) => {
  const { change, md5, record, publish } = JSON.parse(line);
  if (publish !== undefined) writeFileSync('shown.json', String(publish));
  else if (change === 'deleted') all.delete(md5);
  else all.set(md5, record.urls[0]);
};
const keep = () => writeFileSync(file, JSON.stringify([...all]));
let rest = '';
for await (const text of process.stdin.setEncoding('utf8')) {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) if (line !== '') take(line); else if (stays) { keep(); console.log('ok'); }
}
if (!stays) keep();
`;

for (const mode of ['batch', 'stay'] as const)
  sinkContract(`a command that is to ${mode}`, async (): Promise<SinkFixture> => {
    const place = mkdtempSync(join(tmpdir(), 'winnow-command-'));
    writeFileSync(join(place, 'index.mjs'), index);
    writeFileSync(join(place, 'shown.json'), '1');
    return {
      type: commandSink as SinkType<unknown>,
      settings: { command: [process.execPath, 'index.mjs', mode], mode, timeoutMs: 60_000 },
      directory: place,
      contents: async () =>
        new Map(
          JSON.parse(
            readFileSync(
              join(place, `index-${readFileSync(join(place, 'shown.json'), 'utf8')}.json`),
              'utf8',
            ),
          ),
        ),
      close: async () => rmSync(place, { recursive: true }),
    };
  });

const gone = {
  gone: { md5: 'a'.repeat(32), url: 'http://a.example/', at: 0, host: 'a.example', job: 'birds' },
};
const changes = [gone as unknown as RecordChange];

function sinkOf(
  script: string,
  settings: { readonly mode?: 'batch' | 'stay'; readonly timeoutMs?: number } = {},
) {
  const file = join(directory, 'program.mjs');
  writeFileSync(file, script);
  return commandSink.open({
    ...{ job: 'birds', name: 'out', generation: 1, directory, secret: async () => '' },
    web: { ask: () => Promise.reject(new Error('no web')), close: async () => undefined },
    settings: { command: [process.execPath, file], mode: 'batch', timeoutMs: 60_000, ...settings },
  });
}

const push = async (script: string, settings: Parameters<typeof sinkOf>[1] = {}) => {
  const sink = await sinkOf(script, settings);
  try {
    return await sink.push(changes, new AbortController().signal);
  } finally {
    await sink.close();
  }
};

describe('a command', () => {
  it('that ends with another code than 0 has not taken the batch, and its words are told', async () => {
    await expect(push("console.error('the index is full'); process.exit(3)")).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/ended with code 3: the index is full/),
    });
  });

  it('that hangs is killed', async () => {
    await expect(push('setInterval(() => {}, 1000)', { timeoutMs: 1_000 })).rejects.toMatchObject({
      message: expect.stringMatching(/took longer than 1 s, and was killed/),
    });
  });

  it('that should stay and ends has not taken the batch', async () => {
    await expect(push('process.exit(0)', { mode: 'stay' })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('that does not start is a fault of the settings', async () => {
    const sink = await commandSink.open({
      ...{ job: 'birds', name: 'out', generation: 1, directory, secret: async () => '' },
      web: { ask: () => Promise.reject(new Error('no web')), close: async () => undefined },
      settings: { command: ['/nowhere/index'], mode: 'batch', timeoutMs: 60_000 },
    });
    await expect(sink.push(changes, new AbortController().signal)).rejects.toMatchObject({ code: 'config' });
  });

  it('says what it refuses', async () => {
    const md5 = 'a'.repeat(32);
    const script = `console.log(JSON.stringify({ md5: '${md5}', refused: 'too long' }))`;
    expect(await push(script)).toEqual([{ md5, why: 'too long' }]);
    expect(await push(`${script}; console.log('ok'); process.stdin.resume()`, { mode: 'stay' })).toEqual([
      { md5, why: 'too long' },
    ]);
  });

  it('whose answer has no end is killed', async () => {
    const script =
      "for (;;) if (!process.stdout.write('x'.repeat(10_000))) await new Promise((next) => process.stdout.once('drain', next));";
    await expect(push(script)).rejects.toMatchObject({ message: expect.stringMatching(/answers more than/) });
  });
});
