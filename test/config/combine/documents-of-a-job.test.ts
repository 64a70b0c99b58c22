import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCombineJob } from '../../../lib/config/combine/import-job.ts';
import { writeJobFiles } from '../../../lib/config/combine/write-files.ts';
import type { ImportItem } from '../../../lib/config/combine-format/import-item.ts';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { defaultAnalysisSettings } from '../../../lib/documents/analysis/analysis-settings.ts';
import { defaultConvertSettings } from '../../../lib/documents/convert/convert-settings.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { casesFile, hasCases } from '../../support/cases.ts';
import { defaultContentSettings } from '../../support/settings.ts';

const conf = casesFile('combine/conf');

/** The lines of `<converters>` in the configuration that Combine ships. */
const shipped = `text/x-tex ;  tth -g -w1 -r <  ; TeXHTML
text/x-tex ; untex -a -e -giso ; TeXText
application/x-tex ; ; TeX
application/pdf ; pdftohtml -i -noframes -nomerge -nodrm -stdout ; HTML
application/postscript ; pstotext ; Text
application/msword ; antiword -t ; Text
application/vnd.ms-excel ; xlhtml -fw ; HTML
application/vnd.ms-powerpoint ; ppthtml ; HTML
application/rtf ; unrtf --nopict --html ; HTML
image/gif ; ; Image`.split('\n');

describe.skipIf(!hasCases('combine/conf/job_default.cfg'))('a job of Combine as combineINIT makes it', () => {
  const home = mkdtempSync(join(tmpdir(), 'winnow-combine-'));
  let settings: JobSettings;
  let items: readonly ImportItem[];
  const itemOf = (name: string) => items.filter((item) => item.name === name);

  beforeAll(() => {
    const job = join(home, 'aatest');
    cpSync(conf, job, { recursive: true });
    const template = readFileSync(join(conf, 'job_default.cfg'), 'latin1');
    const own = [
      ...[
        'doAnalyse = 1',
        'SummaryLength = 300',
        'relTextPlugin = My::RelText',
        'analysePlugin = My::Analyse',
      ],
      template.replace(
        '</converters>',
        [...shipped, 'application/x-dvi ; catdvi -e 1 - ; Text', '</converters>'].join('\n'),
      ),
    ];
    writeFileSync(join(job, 'combine.cfg'), own.join('\n'), 'latin1');
    for (const name of ['config_serveralias', 'config_exclude']) writeFileSync(join(job, name), '');
    writeFileSync(join(job, 'server2country'), 'www.lub.lu.se SE\nwww.dtv.dk\tdk\n# none\nodd\n');
    const read = importCombineJob(job);
    items = read.items;
    const out = join(home, 'out');
    writeJobFiles(out, read.files, false);
    settings = loadJob(out).settings;
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it('has the analyses that doAnalyse turned on', () => {
    expect(settings.analysis).toMatchObject({ country: true, genre: true });
    expect(settings.content.language).toBe(true);
    expect(itemOf('doAnalyse')).toMatchObject([{ fate: 'carried', key: 'analysis.country' }]);
  });

  it('knows the countries of server2country, and says which lines are none', () => {
    expect(settings.analysis.countries).toEqual(['www.lub.lu.se SE', 'www.dtv.dk DK']);
    expect(itemOf('server2country')).toMatchObject([
      { fate: 'changed', key: 'analysis.countries', note: expect.stringContaining(': 1.') },
    ]);
  });

  it('has summaries of SummaryLength', () => {
    expect(settings.analysis.summary).toBe(300);
    expect(itemOf('SummaryLength')).toMatchObject([{ fate: 'carried', key: 'analysis.summary' }]);
  });

  it('finds main content where relTextPlugin did, and says that the module in Perl is not run', () => {
    expect(settings.content.main).toBe(true);
    expect(itemOf('relTextPlugin')).toMatchObject([
      { fate: 'changed', key: 'content.main', note: expect.stringContaining('Perl') },
    ]);
  });

  it('says of analysePlugin what to write in its place', () => {
    expect(settings.analysers).toBeUndefined();
    expect(itemOf('analysePlugin')).toMatchObject([
      { fate: 'dropped', value: 'My::Analyse', note: expect.stringContaining('`analysers`') },
    ]);
  });

  it('converts every type that a converter was configured for, and runs programs for those that Winnow has none for', () => {
    expect(settings.convert.types).toEqual(['*/*']);
    expect(settings.convert.programs).toEqual([
      { types: ['application/x-dvi'], command: ['catdvi', '-e', '1', '{file}'], output: 'text' },
    ]);
    const fates = itemOf('<converters>').map(({ fate, value = '' }) => `${value.split(' ')[0]} ${fate}`);
    expect(fates).toEqual([
      'application/pdf needless',
      ...shipped.map((line) => `${line.split(' ')[0]} needless`),
      'application/x-dvi changed',
    ]);
  });

  it('carries nothing over that was not asked for', () => {
    const job = join(home, 'plain');
    cpSync(conf, job, { recursive: true });
    writeFileSync(join(job, 'combine.cfg'), readFileSync(join(conf, 'default.cfg'), 'latin1'), 'latin1');
    const plain = join(home, 'plain-out');
    writeJobFiles(plain, importCombineJob(job).files, false);
    const { analysis, content, convert, analysers } = loadJob(plain).settings;
    expect({ analysis, content, convert, analysers }).toEqual({
      analysis: defaultAnalysisSettings,
      content: defaultContentSettings,
      convert: defaultConvertSettings,
      analysers: undefined,
    });
  });
});
