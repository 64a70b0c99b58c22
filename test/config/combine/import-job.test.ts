import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import { importCombineJob } from '../../../lib/config/combine/import-job.ts';
import { writeJobFiles } from '../../../lib/config/combine/write-files.ts';
import type { ImportItem } from '../../../lib/config/combine-format/import-item.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/combine/', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'winnow-combine-'));

/** A job directory of Combine with these files, and nothing around it. */
function combine(files: Readonly<Record<string, string | Uint8Array>>): string {
  const directory = join(mkdtempSync(join(home, 'x-')), 'job');
  for (const [name, content] of Object.entries(files)) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return directory;
}

/** What an import makes, loaded. */
function imported(directory: string): LoadedJob & { readonly items: readonly ImportItem[] } {
  const { files, items } = importCombineJob(directory);
  const out = join(mkdtempSync(join(home, 'out-')), 'job');
  writeJobFiles(out, files, false);
  return { ...loadJob(out), items };
}

function withConfig(text: string) {
  return imported(combine({ 'combine.cfg': text }));
}

/** The items of a name, without their notes. */
function fates(
  items: readonly ImportItem[],
  name: string,
): readonly (readonly [string, string | undefined])[] {
  return items.filter((item) => item.name === name).map(({ fate, value }) => [fate, value] as const);
}

describe('an imported job', () => {
  const { settings, items } = imported(join(fixtures, 'library'));
  const find = (name: string) => items.find((item) => item.name === name);

  it('has the settings of combine.cfg over those of default.cfg', () => {
    expect(settings).toMatchObject({
      name: 'library',
      seeds: ['http://www.bibliotek.localhost/', 'http://arkiv.localhost/katalog/'],
      identity: { contact: 'mailto:webb@bibliotek.example' },
      politeness: { gapMs: 5_000 },
      fetch: { timeoutMs: 60_000, maxTries: 3 },
      revisit: { successMs: 604_800_000, notFoundMs: 2_592_000_000 },
      robots: { maxAgeMs: 86_400_000 },
      scope: { maxUrlLength: 120 },
      url: {
        encodeBackslash: true,
        repairHost: true,
        collapseSlashes: true,
        sessionIds: ['sessionid', 'PHPSESSID', 'sid'],
        aliases: { 'www.bibliotek.localhost': 'bibliotek.localhost', 'lib.localhost': 'bibliotek.localhost' },
      },
      documents: { keep: true },
      autoRecycleLinks: true,
    });
  });

  it('takes the proxy over, as Winnow writes its address', () => {
    expect(find('httpProxy')).toMatchObject({
      ...{ fate: 'carried', source: 'combine.cfg:15', key: 'network.proxy' },
      value: 'http://proxy.bibliotek.example:3128/',
    });
    expect(settings.network.proxy).toBe('http://proxy.bibliotek.example:3128');
    for (const value of [
      'http://me:secret@proxy.example:3128/',
      'proxy.example:3128',
      'https://proxy.example',
    ]) {
      const { settings: other, items: said } = withConfig(`httpProxy = ${value}`);
      expect(other.network.proxy).toBeUndefined();
      const item = said.find(({ name }) => name === 'httpProxy');
      expect(item).toMatchObject({ fate: 'dropped', note: expect.stringContaining('network.proxy') });
      expect(JSON.stringify(item)).not.toContain('secret@');
    }
    expect(withConfig('httpProxy =').items.find(({ name }) => name === 'httpProxy')?.fate).not.toBe(
      'dropped',
    );
  });

  it('says of each setting that was left behind where it stood and why', () => {
    expect(find('SolrHost')).toMatchObject({ fate: 'dropped', source: 'combine.cfg:16' });
    expect(find('LokalAvdelning')).toMatchObject({ fate: 'dropped', value: 'Malmö' });
    expect(find('HarvesterMaxMision')?.note).toContain('did you mean HarvesterMaxMissions?');
    expect(find('UAtimeout')).toMatchObject({ fate: 'dropped', value: '45', source: 'combine.cfg:10' });
    expect(find('WaitIntervalRrdLockSuccess')).toMatchObject({ fate: 'changed', key: 'robots.maxAge' });
    expect(fates(items, '<url><exclude>').filter(([fate]) => fate === 'dropped')).toEqual([
      ['dropped', 'URL \\/visa\\.php\\?(?!sida=1$)'],
      ['dropped', 'URL: \\/never\\/'],
      ['dropped', 'URL \\/ta?ggar++\\/'],
    ]);
    for (const { note } of items) expect(note).toMatch(/^[A-Z0-9`].*\.$/s);
  });

  it('does not repeat a password', () => {
    expect(JSON.stringify(importCombineJob(join(fixtures, 'library')))).not.toContain('hemligt');
  });

  it('has the topic of a focused one', () => {
    const glaciers = imported(join(fixtures, 'glaciers'));
    expect(glaciers.settings.topic).toMatchObject({
      filters: [
        {
          kind: 'terms',
          algorithm: 'position',
          stopWords: ['the', 'and', 'och', 'på'],
          definition: expect.stringContaining('jökull'),
        },
      ],
      sitesOk: ['nsidc.org', 'glaciär.example'],
    });
    expect(glaciers.settings).toMatchObject({ autoRecycleLinks: false, documents: { keep: false } });
    expect(glaciers.settings.seeds).toEqual(['http://www.npolar.no/en/', 'http://www.vedur.is/ice?x=1#top']);
    expect(fates(glaciers.items, 'goodURL.txt')).toEqual([['dropped', undefined]]);
  });
});

describe('settings of Combine', () => {
  it.each([
    ['AutoRecycleLinks = no', { autoRecycleLinks: false }],
    ['saveHTML = 0', { documents: { keep: false } }],
    ['', { redirects: 'link', links: { fromText: 'all' } }],
    ['UserAgentFollowRedirects = 1', { redirects: 'follow' }],
    ['extractLinksFromText = off', { links: { fromText: 'none' } }],
    ['<binext>\n.ISO\nmp4\nmp4\n</binext>', { fetch: { headFirst: ['iso', 'mp4'] } }],
    ['HarvestRetries = 0', { fetch: { maxTries: 1 } }],
    ['WaitIntervalHost = 2.5', { politeness: { gapMs: 2_500 } }],
    ['maxUrlLength = 99999', { scope: { maxUrlLength: 2_000 } }],
    ['WaitIntervalRrdLockSuccess = 3600', { robots: { maxAgeMs: 3_600_000 } }],
    ['WaitIntervalHarvesterLockUnavailable = soon', { revisit: { unavailableMs: 86_400_000 } }],
    ['Operator-Email = http://example.org/us', { identity: { contact: 'http://example.org/us' } }],
  ])('become ours: %s', (line, expected) => {
    expect(withConfig(line).settings).toMatchObject(expected);
  });

  it.each(['<binext>\nbinext = pdf\n</binext>', '<binext>\n*.pdf\n</binext>', 'binext = pdf'])(
    'that cannot be carried over are named: %j',
    (lines) => {
      const { items } = withConfig(lines);
      const named = items.filter(({ name, fate }) => name.includes('binext') && fate === 'dropped');
      expect(named).toHaveLength(1);
    },
  );

  it('that nobody set are those of a new job of Combine', () => {
    const { settings, items } = withConfig('');
    expect(settings.scope.allow).toMatchObject([{ entries: ['HOST: .*$'] }]);
    expect(settings.scope.exclude[0]?.entries[0]).toBe('URL cgi-bin|htbin|cgi|\\?|\\.map$|_vti_');
    expect(settings.url.sessionIds).toContain('BV_SessionID');
    expect(fates(items, 'Operator-Email')).toEqual([['dropped', 'YourEmailAdress@YourDomain']]);
  });

  it('come from job_default.cfg where it is at hand, but only for what the job does not have', () => {
    const template = '<url>\n<allow>\nHOST: .*$\n</allow>\n<exclude>\nURL /template/\n</exclude>\n</url>';
    const own = '<url>\n<allow>\nHOST: ^own$\n</allow>\n</url>';
    const { scope } = imported(combine({ 'combine.cfg': own, 'job_default.cfg': template })).settings;
    expect([scope.allow[0]?.entries, scope.exclude[0]?.entries]).toEqual([
      ['HOST: ^own$'],
      ['URL /template/'],
    ]);
  });

  it('may turn a list off', () => {
    const { settings, items } = withConfig(
      '<url>\n<allow>\n</allow>\n<exclude>\n</exclude>\n<sessionids>\n</sessionids>\n</url>',
    );
    expect(settings.url.sessionIds).toEqual([]);
    expect(settings.scope.exclude).toEqual([]);
    expect(settings.scope.rules).toMatchObject([{ word: 'reject', test: { kind: 'all' } }]);
    expect(fates(items, '<url><allow>')).toEqual([['changed', undefined]]);
  });

  it('in long lists go into files of their own', () => {
    const hosts = Array.from({ length: 3_000 }, (_, i) => `h${i}.example`);
    const { settings } = imported(
      combine({
        'combine.cfg':
          '<url>\n<exclude>\n<<include config_exclude>>\n</exclude>\n<serveralias>\n<<include config_serveralias>>\n</serveralias>\n</url>',
        config_exclude: hosts.map((host) => `HOST: ^${host.replace('.', '\\.')}$`).join('\n'),
        config_serveralias: hosts.map((host) => `${host} www.${host}`).join('\r\n'),
      }),
    );
    expect(settings.scope.exclude).toMatchObject([{ file: 'exclude.txt', line: 1 }]);
    expect(settings.scope.exclude[0]?.entries.filter((text) => text !== '')).toHaveLength(3_000);
    expect(settings.url.aliases['www.h2999.example']).toBe('h2999.example');
  });

  it('about aliases are followed to their end, and rings are left out', () => {
    const lines = [
      'a.example b.example',
      'b.example c.example',
      'x.example y.example',
      'y.example x.example',
      'z.example x.example',
      'one',
      'q.example c.example',
      'http://q/ r',
    ];
    const { settings, items } = withConfig(
      `<url>\n<serveralias>\n${lines.join('\n')}\n</serveralias>\n</url>`,
    );
    expect(settings.url.aliases).toEqual({
      'b.example': 'a.example',
      'c.example': 'q.example',
      'x.example': 'z.example',
      'y.example': 'z.example',
    });
    expect(
      items.filter(({ name, fate }) => name === '<url><serveralias>' && fate === 'dropped'),
    ).toHaveLength(4);
  });

  it('about a topic stay behind without a definition that can be used, or with a classifier that we do not have', () => {
    const on = 'doCheckRecord = 1\n';
    const topic = { 'topicdefinition.txt': '50: apples=A\nnonsense\n', 'sitesOK.txt': 'ok\\.example\n(\n' };
    const whole = imported(combine({ 'combine.cfg': on, ...topic }));
    expect(whole.settings.topic).toMatchObject({
      filters: [{ algorithm: 'plain' }],
      sitesOk: ['ok\\.example'],
    });
    expect(fates(whole.items, 'topicdefinition.txt')).toEqual([
      ['carried', undefined],
      ['dropped', 'nonsense'],
    ]);
    expect(fates(whole.items, 'sitesOK.txt')).toEqual([
      ['carried', undefined],
      ['dropped', '('],
    ]);
    expect(withConfig(on).settings.topic).toBeUndefined();
    const svm = imported(
      combine({ 'combine.cfg': `${on}classifyPlugIn = Combine::classifySVM\n`, ...topic }),
    );
    expect(svm.settings.topic).toBeUndefined();
    expect(fates(svm.items, 'classifyPlugIn')).toEqual([['dropped', 'Combine::classifySVM']]);
    const broken = imported(combine({ 'combine.cfg': on, 'topicdefinition.txt': 'nonsense' }));
    expect(broken.settings.topic).toBeUndefined();
  });

  it('take seeds from files that are lists of URLs', () => {
    const { settings, items } = imported(
      combine({
        'combine.cfg': '',
        'my-seeds.lst':
          '# http://no.example/\n<a href="http://a.example/x">x</a>\nftp://b.example/\n\nhttp://[bad\n',
        liste: 'http://c.example/\r\nhttps://d.example/',
        'README.txt': 'see http://e.example/\n',
        'badURL.txt': 'http://bad.example/',
        constructor: 'no seeds',
        'large.txt': 'x'.repeat(10_000_001),
      }),
    );
    expect(settings.seeds).toEqual(['http://c.example/', 'https://d.example/', 'http://a.example/x']);
    expect(items.find(({ name }) => name === 'my-seeds.lst')?.note).toContain(
      '2 (ftp://b.example/, http://[bad)',
    );
    for (const name of ['README.txt', 'badURL.txt', 'constructor', 'large.txt']) {
      expect(fates(items, name)).toEqual([['dropped', undefined]]);
    }
  });

  it('say of a pattern with other than ASCII characters that it matches nothing', () => {
    const { settings, items } = withConfig(
      '<url>\n<exclude>\nURL /smörgås/\nURL /ost/\n</exclude>\n</url>\n',
    );
    expect(settings.scope.exclude[0]?.entries).toContain('URL /smörgås/');
    const [foreign, plain] = items.filter(({ name }) => name === '<url><exclude>');
    expect(foreign).toMatchObject({ fate: 'changed', note: expect.stringContaining('%C3%B6') });
    expect(plain).toMatchObject({ fate: 'carried' });
  });

  it('with more seeds than a job.yaml takes leave them in a file', () => {
    const urls = Array.from({ length: 10_001 }, (_, i) => `http://a.example/${i}`);
    const { files, items } = importCombineJob(combine({ 'combine.cfg': '', 'seeds.txt': urls.join('\n') }));
    expect(files['seeds.txt']?.split('\n')).toHaveLength(10_002);
    expect(items.find(({ name }) => name === 'seeds')?.note).toContain('winnow seed');
  });
});

describe('a directory that is broken', () => {
  const refused: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ['has no combine.cfg', { other: '' }, /combine\.cfg: there is no such file/],
    ['has a block without end', { 'combine.cfg': 'a = 1\n<url>\n' }, /combine\.cfg:2: <url> has no <\/url>/],
    ['has a broken include', { 'combine.cfg': '<<include x>>', x: '\n</url>' }, /x:2: <\/url> ends a block/],
    [
      'includes itself',
      { 'combine.cfg': '\n<<include combine.cfg>>' },
      /combine\.cfg:2: combine\.cfg includes itself/,
    ],
    [
      'has a ring of includes',
      { 'combine.cfg': '<<include x>>', x: '<<include combine.cfg>>' },
      /x:1: combine\.cfg includes itself/,
    ],
    [
      'includes files that grow without end',
      Object.fromEntries([
        ['combine.cfg', '<<include f1>>'],
        ...Array.from({ length: 20 }, (_, i) => [`f${i + 1}`, `<<include f${i + 2}>>\n`.repeat(2)]),
      ]),
      /more than 1000 files/,
    ],
    ['includes a directory', { 'combine.cfg': '<<include d>>', 'd/x': '' }, /it is no file/],
  ];
  it.each(refused)('is refused with file and line when it %s', (_, files, message) => {
    const attempt = (): unknown => importCombineJob(combine(files));
    expect(attempt).toThrow(WinnowError);
    expect(attempt).toThrow(message);
  });

  it('is imported or refused whatever stands in its files, and what is imported can be loaded', () => {
    const line = fc.constantFrom(
      'HOST: ^a\\.b$',
      'URL (((',
      'URL \\',
      'URL [',
      'HOST:',
      'HOST: \0',
      'sid*',
      'PHPSESSID',
      'a.b c.d',
      'é ü',
      'c.d a.b',
      'Operator-Email = ä',
      'WaitIntervalHost = -1',
      'WaitIntervalHost = 1e999',
      'UAtimeout =',
      'maxUrlLength = x',
      '# c',
      '<<include config_exclude>>',
      '<<include nope>>',
      'doCheckRecord = 1',
      'x <<E',
      'E',
      '\\',
      '/*',
      '*/',
      'saveHTML = ?',
    );
    const block = fc.constantFrom(
      'url',
      'allow',
      'exclude',
      'sessionids',
      'serveralias',
      'binext',
      'converters',
      '\u0001',
    );
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc
        .array(
          fc.oneof(
            { maxDepth: 3 },
            line,
            fc.string({ unit: 'binary' }),
            fc.tuple(block, tie('tree')).map(([name, inner]) => `<${name}>\n${inner}\n</${name}>`),
          ),
          { maxLength: 5 },
        )
        .map((parts) => parts.join('\n')),
    }));
    fc.assert(
      fc.property(tree, fc.uint8Array(), fc.string(), (config, bytes, topic) => {
        const directory = combine({
          'combine.cfg': config,
          config_exclude: bytes,
          'seeds.txt': bytes,
          'topicdefinition.txt': topic,
          'sitesOK.txt': topic,
          'stopwords.txt': bytes,
        });
        try {
          imported(directory);
        } catch (error) {
          expect(error).toMatchObject({ name: 'WinnowError', code: 'config' });
        }
      }),
      { numRuns: 100 },
    );
  });

  it('keeps an odd name', () => {
    const directory = join(mkdtempSync(join(home, 'x-')), 'Åsas jobb!');
    mkdirSync(directory);
    writeFileSync(join(directory, 'combine.cfg'), '');
    expect(imported(directory).settings.name).toBe('asas-jobb');
    expect(basename(imported(join(directory, 'combine.cfg')).file)).toBe('job.yaml');
  });
});

describe('converters of a job', () => {
  const { settings, items } = withConfig(
    [
      '<converters>',
      'text/html ; ; GuessHTML',
      'application/pdf ; pdftotext - - ; Text',
      'application/x-netcdf ; ncdump -h ; Text',
      'application/x-dvi ; dvi2html - ; HTML',
      'application/x-texinfo ; makeinfo --html < ; HTML',
      'image/x-fits ; ; Image',
      '</converters>',
    ].join('\n'),
  );

  it('become programs where Winnow has no converter', () => {
    expect(settings.convert.programs).toEqual([
      { types: ['application/x-netcdf'], command: ['ncdump', '-h', '{file}'], output: 'text' },
      { types: ['application/x-dvi'], command: ['dvi2html', '{file}'], output: 'html' },
    ]);
  });

  it('are each accounted for', () => {
    expect(fates(items, '<converters>').map(([fate]) => fate)).toEqual([
      ...['needless', 'needless', 'changed', 'changed', 'dropped', 'dropped'],
    ]);
  });
});
