import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WinnowError } from '../../lib/base/error.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { loadJob, parseJob } from '../../lib/config/job/load-job.ts';
import { encodeSettings, parseSettings } from '../../lib/config/stored/settings-json.ts';
import type { JobSettings } from '../../lib/domain/settings/settings.ts';
import { scopeOf } from '../../lib/rules/scope/scope.ts';
import { entriesOf } from '../../lib/rules/scope/scope-list.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-scope-'));
const file = join(directory, 'job.yaml');

function settingsOf(scope: string, files: Readonly<Record<string, string | Uint8Array>> = {}): JobSettings {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  return parseJob(`scope:\n${scope}`, file).settings;
}

function problems(
  scope: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): readonly string[] {
  try {
    settingsOf(scope, files);
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'config')
      return error.message.split('\n').map((line) => line.replace(`${directory}/`, ''));
    throw error;
  }
  return [];
}

function verdict(settings: JobSettings, url: string) {
  return scopeOf(settings).verdict({ url: url as CanonicalUrl, depth: 0, hostHops: 0 });
}

describe('a list of a scope', () => {
  it('may stand in job.yaml, in files beside it, or in both, and each entry keeps its line', () => {
    const { scope } = settingsOf(
      '  hosts:\n    - Example.ORG\n    - file: hosts.txt\n    - bücher.example\n',
      {
        'hosts.txt': '# ours\nexample.com\r\n\n  www.example.net:8080  \n',
      },
    );
    expect([...entriesOf(scope.hosts)]).toEqual([
      { text: 'example.org', source: 'job.yaml:3' },
      { text: 'example.com', source: 'hosts.txt:2' },
      { text: 'www.example.net:8080', source: 'hosts.txt:4' },
      { text: 'xn--bcher-kva.example', source: 'job.yaml:5' },
    ]);
  });

  it('holds a hundred thousand hosts, and names the line of the one that counts', () => {
    const hosts = Array.from({ length: 100_000 }, (_, n) => `h${n}.example`).join('\n');
    const settings = settingsOf('  rules: [{ reject: { hosts: { file: bad.txt } } }]\n', {
      'bad.txt': hosts,
    });
    expect(verdict(settings, 'http://www.h77777.example/')).toEqual({
      accepted: false,
      rule: 'scope.rules',
      detail: 'host h77777.example',
      source: 'bad.txt:77778',
    });
    expect(verdict(settings, 'http://h100000.example/')).toEqual({ accepted: true });
  });

  it('holds ten thousand expressions', () => {
    const patterns = Array.from({ length: 10_000 }, (_, n) => `URL /section-${n}/.*\\.html?$`).join('\n');
    const settings = settingsOf('  exclude: [{ file: exclude.txt }]\n', { 'exclude.txt': patterns });
    expect(verdict(settings, 'http://a.example/section-9999/x.html')).toMatchObject({
      source: 'exclude.txt:10000',
    });
    expect(verdict(settings, 'http://a.example/section-10000/x.html')).toEqual({ accepted: true });
  });

  it.each([
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffa.example\nb.example')],
    ['UTF-16, little end first', Buffer.from('\ufeffa.example\r\nb.example', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\ufeffa.example\nb.example', 'utf16le').swap16()],
    ['Latin-1 in comments', Buffer.from('# für uns\na.example\nb.example', 'latin1')],
  ])('may be in %s', (_, bytes) => {
    const { scope } = settingsOf('  hosts: [{ file: list.txt }]\n', { 'list.txt': bytes });
    expect([...entriesOf(scope.hosts)].map(({ text }) => text)).toEqual(['a.example', 'b.example']);
  });

  it.each([
    [
      'Latin-1',
      Buffer.from('a.example\nbücher.example\n', 'latin1'),
      'list.txt:2:2: expected UTF-8 text, got the byte 0xFC',
    ],
    [
      'UTF-16 without a byte order mark',
      Buffer.from('a.example', 'utf16le'),
      'list.txt:1:1: expected UTF-8 text, got a NUL byte',
    ],
    [
      'no list at all',
      'a.example\nhttp://b.example/\n',
      'list.txt:2:1: expected a host name such as example.org',
    ],
    ['a wildcard', '*.example.org', 'list.txt:1:1: expected a host name'],
    ['a name that begins with a dot', '.example.org', 'list.txt:1:1: expected a host name'],
  ])('is refused in %s, with file and line', (_, content, message) => {
    expect(problems('  hosts: [{ file: list.txt }]\n', { 'list.txt': content })).toEqual([
      expect.stringContaining(message),
    ]);
  });

  it('that is not there is missed by the setting that names it', () => {
    expect(problems('  exclude: [{ file: nowhere.txt }]\n')).toEqual([
      expect.stringMatching(/^nowhere.txt: there is no such file; scope.exclude of .*job.yaml names it$/),
    ]);
  });
});

describe('a scope that cannot be', () => {
  it.each([
    ['  hosts: [http://a.org/]', 'job.yaml:2:11: scope.hosts.0: expected a host name such as example.org'],
    ['  hosts: [3]', 'job.yaml:2:11: scope.hosts.0: expected text, or `file` and a path'],
    ['  allow: ["/papers/"]', "scope.allow.0: expected 'HOST:' or 'URL' and a regular expression"],
    ['  exclude: ["URL (a"]', 'scope.exclude.0: expected a regular expression, got "URL (a": character 1 of'],
    ['  exclude: ["URL a(?!b)"]', 'character 2 of the expression: look-around (?!'],
    ['  excludeExtensions: [a/b]', 'scope.excludeExtensions.0: expected a file extension such as pdf'],
    ['  schemes: [ftp]', 'scope.schemes.0: expected one of http, https, got "ftp"'],
    [
      '  rules: [{ accept: { domains: co.uk } }]',
      'expected a registered domain such as example.org, got "co.uk"',
    ],
    [
      '  rules: [{ accept: { surts: "(org,example" } }]',
      'expected a SURT prefix such as http://(org,example,',
    ],
    ['  rules: [{ accept: all, reject: all }]', 'scope.rules.0: expected one of accept and reject, got both'],
    ['  rules: [{}]', 'scope.rules.0: expected one of accept and reject, got neither'],
    [
      '  rules: [{ reject: {} }]',
      'expected one thing that the rule is about, such as hosts or patterns, got nothing',
    ],
    ['  rules: [{ reject: { hosts: a.org, depthOver: 1 } }]', 'got hosts and depthOver'],
    ['  rules: [{ reject: { depthover: 1 } }]', 'did you mean "scope.rules.0.reject.depthOver"?'],
    ['  rules: [{ deny: all }]', 'unknown key "scope.rules.0.deny"'],
    ['  rules: [{ reject: { depthOver: -1 } }]', 'expected a whole number'],
  ])('%s', (scope, message) => {
    expect(problems(`${scope}\n`)[0]).toContain(message);
  });

  it('is told with every line that is wrong, at most twenty', () => {
    const lines = problems('  exclude: [{ file: odd.txt }]\n', { 'odd.txt': 'URL (\n'.repeat(30) });
    expect(lines).toHaveLength(21);
    expect(lines[19]).toContain('odd.txt:20:1: ');
  });
});

describe('the rules of a scope in job.yaml', () => {
  it('name what they are about as one entry, several, or a file', () => {
    const { scope } = settingsOf(
      '  rules:\n    - reject: all\n    - accept: { domains: www.example.co.uk }\n    - reject:\n        patterns: ["URL /x/", { file: more.txt }]\n    - reject: { depthOver: 3 }\n',
      { 'more.txt': 'HOST: ^old\\.\n' },
    );
    expect(scope.rules).toMatchObject([
      { word: 'reject', source: 'job.yaml:3', test: { kind: 'all' } },
      {
        word: 'accept',
        source: 'job.yaml:4',
        test: { kind: 'domains', list: [{ entries: ['example.co.uk'] }] },
      },
      {
        word: 'reject',
        source: 'job.yaml:5',
        test: {
          kind: 'patterns',
          list: [
            { file: 'job.yaml', line: 6, entries: ['URL /x/'] },
            { file: 'more.txt', line: 1, entries: ['HOST: ^old\\.', ''] },
          ],
        },
      },
      { word: 'reject', source: 'job.yaml:7', test: { kind: 'depthOver', limit: 3 } },
    ]);
  });

  it('are stored and read back as they are', () => {
    const settings = settingsOf(
      '  maxHostHops: 2\n  rules: [{ reject: { surts: "(org,a,)/x" } }]\n  exclude: ["URL x"]\n',
    );
    expect(parseSettings(encodeSettings(settings))).toEqual(settings);
  });

  it('are none for a job that was stored before there were any, and its hosts are what they were', () => {
    const { v, ...stored } = JSON.parse(encodeSettings(settingsOf('  hosts: [a.org]\n'))) as Record<
      string,
      unknown
    >;
    const old = { ...stored, v: 1, scope: { hosts: ['a.org'], maxDepth: 3, maxUrlLength: 99 } };
    const settings = parseSettings(JSON.stringify(old));
    expect(v).toBeGreaterThan(1);
    expect(verdict(settings, 'http://a.org/x.zip')).toEqual({ accepted: true });
    expect(verdict(settings, 'http://b.org/')).toMatchObject({ rule: 'scope.hosts' });
  });
});

describe('the deny list', () => {
  it('is that of the installation, with file and line, whatever the job says', () => {
    writeFileSync(join(directory, 'denied.txt'), 'bad.example\n');
    writeFileSync(file, 'data: store\nscope: { rules: [{ accept: all }] }\n');
    const installation = {
      file: join(directory, 'installation.yaml'),
      text: 'deny:\n  - worse.example\n  - file: denied.txt\n',
    };
    const { settings } = loadJob(directory, () => installation);
    expect(verdict(settings, 'http://bad.example/')).toMatchObject({ rule: 'deny', source: 'denied.txt:1' });
    expect(verdict(settings, 'http://worse.example/')).toMatchObject({ source: 'installation.yaml:2' });
  });
});
