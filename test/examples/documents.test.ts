import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type ExampleWeb, serveExample } from '../../examples/serve.ts';
import { loadJob } from '../../lib/config/job/load-job.ts';
import type { PageRecord } from '../../lib/domain/collection/record.ts';
import { winnow } from '../bin/test-io.ts';
import { openData } from '../e2e/support/data-directory.ts';
import { jobDirectory } from '../e2e/support/job-directory.ts';
import { crawlHere } from '../e2e/support/process/in-process.ts';

const docs = (name: string) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
const blocks = (name: string, kind: string): readonly string[] =>
  [...docs(name).matchAll(new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, text = '']) => text,
  );

describe.each(['documents', 'plugins'])('every job that docs/%s.md shows', (name) => {
  it('can be loaded', () => {
    const shown = blocks(name, 'yaml');
    expect(shown.length).toBeGreaterThan(0);
    for (const yaml of shown) {
      const directory = mkdtempSync(join(tmpdir(), 'winnow-shown-'));
      const plugins = fileURLToPath(new URL('../../examples/plugins/', import.meta.url));
      writeFileSync(join(directory, 'topic.txt'), '10: sundew=CP\n');
      writeFileSync(
        join(directory, 'job.yaml'),
        `name: shown\n${yaml.replaceAll('plugin: plugins/', `plugin: ${plugins}`)}`,
      );
      expect(() => loadJob(directory), yaml).not.toThrow();
    }
  });
});

describe('the documents of the example web, crawled as docs/documents.md says', () => {
  let example: ExampleWeb;
  let directory: string;
  let records: ReadonlyMap<string, PageRecord>;
  const urlOf = (path: string) => `http://library.localhost:${example.port}${path}`;
  const recordOf = (path: string) => records.get(urlOf(path));

  beforeAll(async () => {
    example = await serveExample(0);
    directory = jobDirectory('library', {
      ...(parse(blocks('documents', 'yaml').find((text) => text.startsWith('content:')) ?? '') as object),
      seeds: [urlOf('/')],
      scope: { hosts: ['library.localhost'] },
      topic: { file: 'topic.txt' },
    });
    writeFileSync(join(directory, 'topic.txt'), '30: sundews?=PLANTS\n30: flytraps?=PLANTS\n');
    await crawlHere(directory);
    const data = openData(join(directory, 'data'));
    const { records: published } = await data.published('library');
    records = new Map(
      [...published.values()].flatMap(({ record }) =>
        record === undefined ? [] : record.urls.map((url) => [url, record] as const),
      ),
    );
    data.close();
  }, 120_000);
  afterAll(() => example.close());

  it.each([
    ['/feeding-a-flytrap.pdf', 'application/pdf', 'flytrap'],
    [
      '/sundew-count.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'sundew',
    ],
    ['/sundew-speed.tex', 'text/x-tex', 'sundew'],
  ])(
    '%s has a record with title, text, links and Markdown, which winnow record and the report show',
    async (path, mediaType, word) => {
      const record = recordOf(path);
      expect(record?.mediaType).toBe(mediaType);
      expect(record?.title).toMatch(new RegExp(word, 'i'));
      expect(record?.text.toLowerCase()).toContain(word);
      expect(record?.markdown?.toLowerCase()).toContain(word);
      expect(record?.main?.markdown).not.toBe('');
      const shown = await winnow(['record', urlOf(path), '--job', directory]);
      expect(shown.out).toContain(record?.title);
      const report = await winnow(['report', '--job', directory, '--json']);
      expect(report.out).toContain(urlOf(path));
    },
  );

  it('the record that docs/record.md shows is what is made of that page', () => {
    const [shown = ''] = blocks('record', 'json');
    expect(recordOf('/sundew-speed.tex')).toMatchObject(JSON.parse(shown) as object);
  });
});
