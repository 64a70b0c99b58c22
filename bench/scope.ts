/**
 * Scope decisions per second of CPU: `node bench/scope.ts`.
 * The links are made up: 20,000 URLs on 2,000 hosts, in an order in which a recycler might meet them; a decision is
 * what admission asks, from the URL to the verdict. CPU time, so that a busy machine does not blur it.
 */

import type { CanonicalUrl } from '../lib/base/url/url.ts';
import type { JobSettings } from '../lib/domain/settings/settings.ts';
import { scopeOf } from '../lib/rules/scope.ts';
import { defaultScope, type ScopeList, type ScopeRule, type ScopeSettings } from '../lib/rules/settings.ts';
import { seededRandom } from '../test/support/seeded-random.ts';

const random = seededRandom(4);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const words = Array.from({ length: 400 }, () =>
  Array.from({ length: 3 + Math.floor(random() * 7) }, () => pick([...'aeioubcdfglmnprst'])).join(''),
);
const hosts = Array.from(
  { length: 2_000 },
  (_, i) => `${pick(['www', 'blog', 'm'])}.${pick(words)}${i}.${pick(['org', 'com', 'de'])}`,
);
const urls = Array.from({ length: 20_000 }, (): CanonicalUrl => {
  const path = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(words)).join('/');
  const end = pick([
    '.html',
    '/',
    '',
    '.php',
    `?id=${Math.floor(random() * 1e5)}&page=${Math.floor(random() * 99)}`,
  ]);
  return `${pick(['http', 'https'])}://${pick(hosts)}/${path}${end}` as CanonicalUrl;
});

const list = (entries: readonly string[]): ScopeList => [{ file: 'list.txt', line: 1, entries }];
const rule = (word: ScopeRule['word'], test: ScopeRule['test']): ScopeRule => ({
  word,
  source: 'job.yaml:1',
  test,
});

/** What people write: a part of a path, a parameter, an extension, a host, a form with digits. */
function pattern(i: number): string {
  const word = `${pick(words)}${pick(words)}`;
  switch (i % 6) {
    case 0:
      return `URL /${word}/`;
    case 1:
      return `URL [?&]${word}=`;
    case 2:
      return `HOST: (^|\\.)${word}\\.(org|com)$`;
    case 3:
      return `URL /${word}/\\d{4}/.*\\.html?$`;
    case 4:
      return `URL (?i)\\.${word.slice(0, 4)}$`;
    default:
      return `URL ^https?://[^/]*${word}[^/]*/(archive|old)/`;
  }
}

const tenRules = [0, 1, 2, 3, 4, 5].map((i) =>
  rule('reject', { kind: 'patterns', list: list([pattern(i)]) }),
);
const cases: readonly (readonly [string, Partial<ScopeSettings>])[] = [
  ['the default scope', {}],
  ["Combine's default lists", { exclude: list(combineDefault()) }],
  [
    '10 rules',
    {
      rules: [
        rule('reject', { kind: 'all' }),
        rule('accept', { kind: 'patterns', list: list(['HOST: .*$']) }),
        ...tenRules,
        rule('reject', { kind: 'extensions', list: list(['pdf']) }),
        rule('accept', { kind: 'surts', list: list([`http://(org,example,)`]) }),
      ],
    },
  ],
  ['1,000 rules, each a pattern', { rules: manyRules(1_000) }],
  ['1,000 rules of every kind', { rules: everyKind(1_000) }],
  ['10,000 rules, each a pattern', { rules: manyRules(10_000) }],
  [
    'a list of 100,000 hosts',
    { hosts: list([...hosts, ...Array.from({ length: 98_000 }, (_, i) => `${pick(words)}${i}.net`)]) },
  ],
];

function manyRules(count: number): readonly ScopeRule[] {
  return Array.from({ length: count }, (_, i) =>
    rule(i % 3 === 0 ? 'accept' : 'reject', { kind: 'patterns', list: list([pattern(i)]) }),
  );
}

function everyKind(count: number): readonly ScopeRule[] {
  const tests: readonly ((i: number) => ScopeRule['test'])[] = [
    (i) => ({ kind: 'patterns', list: list([pattern(i)]) }),
    (i) => ({ kind: 'hosts', list: list([`${pick(words)}${i}.org`]) }),
    (i) => ({ kind: 'domains', list: list([`${pick(words)}${i}.com`]) }),
    (i) => ({ kind: 'surts', list: list([`http://(org,${pick(words)}${i},)/archive/`]) }),
    (i) => ({ kind: 'extensions', list: list([`x${i}`]) }),
    (i) => ({ kind: 'depthOver', limit: 10 + i }),
    (i) => ({ kind: 'lengthOver', limit: 200 + i }),
    (i) => ({ kind: 'repeatsOver', limit: 4 + i }),
    (i) => ({ kind: 'parametersOver', limit: 20 + i }),
  ];
  return Array.from({ length: count }, (_, i) => {
    const test = tests[i % tests.length] as (typeof tests)[number];
    return rule(i % 2 === 0 ? 'accept' : 'reject', test(i));
  });
}

function combineDefault(): readonly string[] {
  return [
    'URL cgi-bin|htbin|cgi|\\?|\\.map$|_vti_',
    'URL \\.exe$|\\.zip$|\\.tar$|\\.tgz$|\\.gz$|\\.hqx$|\\.sdd$|\\.mat$|\\.raw$',
    'URL \\.shar$|\\.rmx$|\\.rmd$|\\.mdb$|\\.sav$',
    'URL \\.gif$|\\.jpg$|\\.jpeg$|\\.xpm$|\\.tif$|\\.tiff$|\\.mpg$|\\.mpeg$|\\.mov$|\\.wav$|\\.au$|\\.pcx$|\\.xbm$',
  ];
}

console.log('| scope | ready after, ms | decisions a second | accepted |\n|---|---|---|---|');
for (const [name, scope] of cases) {
  const settings = { scope: { ...defaultScope, ...scope }, deny: [], origins: {} } as unknown as JobSettings;
  const begun = process.cpuUsage();
  const { verdict } = scopeOf(settings);
  const ready = cpuMs(begun);
  let accepted = 0;
  for (const url of urls) accepted += verdict({ url, depth: 1, hostHops: 0 }).accepted ? 1 : 0;
  let decisions = 0;
  const from = process.cpuUsage();
  while (cpuMs(from) < 2_000) {
    for (const url of urls) verdict({ url, depth: 1, hostHops: 0 });
    decisions += urls.length;
  }
  const rate = Math.round(decisions / (cpuMs(from) / 1_000) / 1_000) * 1_000;
  const share = `${Math.round((100 * accepted) / urls.length)} %`;
  console.log(`| ${name} | ${ready.toFixed(0)} | ${rate.toLocaleString('en')} | ${share} |`);
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1_000;
}
