import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { networkPolicy } from '../../../lib/adapters/web/network-policy.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { loadJob, parseJob } from '../../../lib/config/job/load-job.ts';
import { textsOf } from '../../../lib/rules/scope/scope-list.ts';

const file = '/jobs/apples/job.yaml';

function problems(text: string): readonly string[] {
  try {
    parseJob(text, file);
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'config') return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('a job.yaml', () => {
  it('needs nothing but a line: everything has a default', () => {
    const job = parseJob('seeds: [https://www.example.org/]', file);
    expect(job).toMatchObject({ file, dataDir: '/jobs/apples/data' });
    expect(job.settings).toMatchObject({
      name: 'apples',
      seeds: ['https://www.example.org/'],
      identity: { product: 'Winnow' },
      scope: { hosts: [], maxDepth: 1_000, maxUrlLength: 250 },
      politeness: { gapMs: 60_000, maxCrawlDelayMs: 300_000, maxBackoffMs: 86_400_000 },
      turn: { maxPages: 10, maxMs: 60_000, maxWaitMs: 2_000 },
      revisit: { successMs: 1_000_000_000, notFoundMs: 2_592_000_000 },
      documents: { keep: true },
      limits: {},
      crawl: { hosts: 64 },
    });
  });

  it('speaks of seconds where the settings speak of milliseconds', () => {
    const { settings } = parseJob('politeness: { waitIntervalHost: 0.25 }\nturn: { maxWait: 1.5 }', file);
    expect(settings.politeness.gapMs).toBe(250);
    expect(settings.turn.maxWaitMs).toBe(1_500);
  });

  it('takes a rule of extract as a selector or in full', () => {
    const { settings } = parseJob(
      'extract:\n  name: h1\n  price: { selector: .price, type: number, many: true }\n  to: { selector: a, attribute: href }',
      file,
    );
    expect(settings.extract).toEqual([
      { field: 'name', selector: 'h1', type: 'string', many: false },
      { field: 'price', selector: '.price', type: 'number', many: true },
      { field: 'to', selector: 'a', attribute: 'href', type: 'string', many: false },
    ]);
  });

  it('reads keys and sections without a value as left out', () => {
    const { settings } = parseJob('name: pears\nseeds:\nscope:\nuserAgent:\n  contact:\n', file);
    expect(settings).toMatchObject({ name: 'pears', seeds: [], scope: { maxDepth: 1_000 } });
    expect(settings.identity).toEqual({ product: 'Winnow', from: true });
  });

  it('takes addresses of IPv6 with brackets and without', () => {
    const { settings } = parseJob(
      'scope: { hosts: ["::1", "[::1]:8080"] }\nnetwork: { allow: ["[::1]", "::1", "[fd00::]/8"] }',
      file,
    );
    expect(textsOf(settings.scope.hosts)).toEqual(['[::1]', '[::1]:8080']);
    expect(() => networkPolicy(settings.network.allow)).not.toThrow();
  });

  it('brings hosts and contact into the form that the crawl uses', () => {
    const { settings } = parseJob(
      'scope: { hosts: [Example.ORG, bücher.example, localhost:8080] }\nuserAgent: { contact: me@example.org }',
      file,
    );
    expect(textsOf(settings.scope.hosts)).toEqual(['example.org', 'xn--bcher-kva.example', 'localhost:8080']);
    expect(settings.identity.contact).toBe('mailto:me@example.org');
  });

  it('may begin with a byte order mark', () => {
    expect(parseJob('\ufeffname: pears', file).settings.name).toBe('pears');
  });

  it('is named like its directory as far as that can be a name', () => {
    expect(parseJob('seeds: []', '/jobs/My Crawl (2)/job.yaml').settings.name).toBe('my-crawl-2');
    expect(parseJob('seeds: []', '/jobs/書/job.yaml').settings.name).toBe('xn-rov');
    expect(() => parseJob('seeds: []', '/jobs/…/job.yaml')).toThrow("give it a 'name'");
  });
});

describe('a wrong job.yaml is refused with file, line and column', () => {
  it.each([
    [
      'turn:\n  maxPages: 0.5',
      `${file}:2:13: turn.maxPages: expected a whole number of pages from 1 to 1000, got 0.5`,
    ],
    [
      'politeness:\n  waitIntervalHost: fast',
      `${file}:2:21: politeness.waitIntervalHost: expected a number of seconds from 0 to 86400, got "fast"`,
    ],
    [
      'revisit: { success: 0 }',
      `${file}:1:21: revisit.success: expected a number of seconds from 1 to 315360000, got 0`,
    ],
    [
      'documents: { keep: yes }',
      `${file}:1:20: documents.keep: expected true, false or all, got "yes" (YAML 1.2 knows only true and false)`,
    ],
    [
      'seeds: https://example.org/',
      `${file}:1:8: seeds: expected a list of URLs, got "https://example.org/"`,
    ],
    ['seeds:\n- ok', `${file}:2:3: seeds.0: expected an absolute http or https URL, got "ok"`],
    [
      'seeds: [ftp://example.org/]',
      `${file}:1:9: seeds.0: expected an absolute http or https URL, got "ftp://example.org/"`,
    ],
    ['scope: { schemes: [] }', `${file}:1:19: scope.schemes: expected at least 1 entry, got 0`],
    [
      'url: { sessionIds: [SID, "("] }',
      `${file}:1:26: url.sessionIds.1: expected a name such as PHPSESSID, sid/i, ASPSESSIONID* or (S(*)), got "("`,
    ],
    ['- a', `${file}:1:1: the file: expected a mapping, got a list`],
    ['userAgent: { contact: nobody }', `${file}:1:23: userAgent.contact: expected an e-mail address`],
    ['network: { allow: [10.0.0.0/33] }', `${file}:1:20: network.allow.0: expected an IP address`],
    ["extract: { a: 'p[[' }", `${file}:1:15: extract.a: expected a CSS selector or a mapping, got "p[["`],
    ['extract: { "a b": p }', `${file}:1:12: extract: expected a field name`],
    ['extract: { a: { selector: p, type: date } }', 'extract.a.type: expected one of string, number'],
    ['a: [', 'a [ before this line has no ] that closes it'],
    ['seeds: [http://a.example/\nname: b\n', `${file}:2:1: a [ before this line has no ] that closes it`],
    ['url: { steps: {\nname: b\n', 'a { before this line has no } that closes it'],
    ['network: { allow: ["[::1]:8080"] }', 'network.allow.0: expected an IP address'],
    ['network: { allow: [localhost:8080] }', 'network.allow.0: expected an IP address'],
  ])('%s', (text, message) => {
    expect(problems(text)[0]).toContain(message);
  });

  it('names the nearest known key for one that it does not know, wherever that stands', () => {
    expect(problems('sedes: []')).toEqual([`${file}:1:1: unknown key "sedes", did you mean "seeds"?`]);
    expect(problems('scope:\n  maxDepht: 3')[0]).toContain(
      'unknown key "scope.maxDepht", did you mean "scope.maxDepth"?',
    );
    expect(problems('WaitIntervalHost: 3')[0]).toContain('did you mean "politeness.waitIntervalHost"?');
    expect(problems('extract: { a: { selector: p, atribute: x } }')[0]).toContain(
      'did you mean "extract.a.attribute"?',
    );
    expect(problems('turn:\n  zzzzzzzzzzzzz: 3')[0]).toContain('known here: maxPages, maxSeconds, maxWait');
  });

  it('refuses a key that stands twice', () => {
    expect(problems('turn:\n  maxPages: 1\n  maxPages: 2')).toEqual([
      `${file}:3:3: the key "maxPages" stands twice in the same mapping`,
    ]);
  });

  it('says everything that is wrong at once, in the order of the file', () => {
    const lines = problems('name: UPPER\nsedes: []\nturn:\n  maxPages: 0\n  maxWait: -1');
    expect(lines.map((line) => line.split(':')[1])).toEqual(['1', '2', '4', '5']);
  });

  it('stops at twenty', () => {
    const lines = problems(Array.from({ length: 30 }, (_, index) => `key${index}: 1`).join('\n'));
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toContain('and 10 more');
  });

  it('knows no key out of an object of ours or of JavaScript', () => {
    for (const key of ['__proto__', 'constructor', 'toString']) {
      expect(problems(`${key}: { x: 1 }`)[0]).toContain('unknown key');
    }
  });

  it.each([
    ['seeds: &a [*a]', 12, /\*a stands inside the part that it names.+write the value out/],
    ['turn: &a { maxPages: [*a] }', 23, /\*a stands inside/],
    ['seeds: [*nowhere]', 9, /\*nowhere names no anchor that stands before it/],
  ])('says where an alias leads nowhere: %s', (text, column, why) => {
    const [first = '', ...more] = problems(text);
    expect(more).toEqual([]);
    expect(first).toContain(`${file}:1:${column}: `);
    expect(first).toMatch(why);
  });

  it.each([
    ['seeds: a: b', /a second `key:` stands in the value of a first one/],
    ['turn:\n\tmaxPages: 1', /a tab is used for indentation/],
    ['seeds: @a', /put the value in quotes/],
    ['['.repeat(100_000), /too deep inside each other/],
  ])('says in words what to do about broken YAML: %#', (text, why) => {
    expect(problems(text).join('\n')).toMatch(why);
  });

  it('reads no more anchors and aliases of a file than people write', () => {
    const named = (count: number): string =>
      `seeds:\n${Array.from({ length: count }, (_, index) => `  - &a${index} http://a.example/${index}\n  - *a${index}\n`).join('')}`;
    expect(problems(named(500)).join('\n')).not.toMatch(/anchors/);
    expect(problems(named(50_000))).toEqual([
      expect.stringContaining(`${file}:1002:11: a file has at most 1000 anchors and aliases`),
    ]);
  });

  it('finds keys that stand twice among any number of keys', () => {
    const cost = (count: number): number => {
      const text = Array.from({ length: count }, (_, index) => `  k${index}: 1\n`).join('');
      const before = process.cpuUsage();
      expect(problems(`a:\n${text}  k7: 2\n`)[0]).toContain('the key "k7" stands twice');
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    cost(1_000);
    // Eight times the keys take eight times as long, and 64 times where each is compared with each.
    expect(cost(40_000) / Math.max(50, cost(5_000))).toBeLessThan(24);
  });

  it('does not unfold a bomb of aliases', () => {
    const bomb = ['a: &a [1,1,1,1,1,1,1,1,1,1]'];
    for (let level = 0; level < 8; level += 1) {
      const from = String.fromCharCode(97 + level);
      const to = String.fromCharCode(98 + level);
      bomb.push(`${to}: &${to} [${Array(10).fill(`*${from}`).join(',')}]`);
    }
    expect(problems(bomb.join('\n'))[0]).toMatch(/alias/i);
  });
});

describe('the file of a job', () => {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-config-'));

  it('may be missing, empty or no text, and each is said in one line', () => {
    expect(() => loadJob(directory)).toThrow(
      /job\.yaml: there is no such file; 'winnow init DIR' makes a job/,
    );
    writeFileSync(join(directory, 'job.yaml'), '# nothing here\n');
    expect(() => loadJob(directory)).toThrow(/it is empty; 'winnow init' writes one/);
    writeFileSync(join(directory, 'job.yaml'), Uint8Array.of(0x6e, 0xff, 0xfe));
    expect(() => loadJob(directory)).toThrow('it is not UTF-8 text');
    writeFileSync(join(directory, 'other.yaml'), 'name: other');
    expect(loadJob(join(directory, 'other.yaml')).settings.name).toBe('other');
  });
});
