import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadJob } from '../../../lib/config/job/load-job.ts';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'winnow-aliases-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

let count = 0;
/** A job whose directory holds this job.yaml, and an aliases.txt. */
function job(yaml: string, aliases: string | Uint8Array = '') {
  const folder = join(directory, `job-${++count}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'job.yaml'), yaml);
  writeFileSync(join(folder, 'aliases.txt'), aliases);
  return () => loadJob(folder).settings.url.aliases;
}

describe('server aliases', () => {
  it('come from the job.yaml and from a file beside it', () => {
    const load = job(
      'url:\n  aliases: [www.a.org a.org]\n  aliasFile: aliases.txt\n',
      "# Combine's\n\nwww.B.org  b.org\tb.com\r\nwww.a.org BÜCHER.example:443, 10.0.0.1:80\n",
    );
    expect(load()).toEqual({
      'a.org': 'www.a.org',
      'b.org': 'www.b.org',
      'b.com': 'www.b.org',
      'xn--bcher-kva.example': 'www.a.org',
      '10.0.0.1': 'www.a.org',
    });
  });

  it('are none by default', () => {
    expect(job('name: x\n')()).toEqual({});
  });

  it('lead to the preferred host through others', () => {
    const chain = Array.from({ length: 2_000 }, (_, n) => `h${n + 1}.org h${n}.org`);
    const aliases = job('url: { aliasFile: aliases.txt }\n', chain.join('\n'))();
    expect(Object.keys(aliases)).toHaveLength(2_000);
    expect(new Set(Object.values(aliases))).toEqual(new Set(['h2000.org']));
  });

  it('take a line that is said twice, and a host that is its own', () => {
    expect(job('url: { aliases: [a.org b.org, a.org b.org a.org] }\n')()).toEqual({ 'b.org': 'a.org' });
  });

  const wrong: readonly (readonly [
    what: string,
    yaml: string,
    aliases: string | Uint8Array,
    said: RegExp,
  ])[] = [
    [
      'a ring',
      'url:\n  aliases:\n    - a.org b.org\n    - b.org c.org\n    - c.org a.org\n',
      '',
      /job\.yaml:\d: server aliases in a ring.*b\.org \(job\.yaml:3\) is an alias of a\.org \(job\.yaml:5\) is an alias of c\.org \(job\.yaml:4\) is an alias of b\.org/,
    ],
    [
      'a ring with a chain before it',
      'url: { aliasFile: aliases.txt }\n',
      'b.org x.org\na.org b.org\nb.org a.org\n',
      /aliases\.txt:2: server aliases in a ring.*b\.org \(aliases\.txt:2\) is an alias of a\.org \(aliases\.txt:3\) is an alias of b\.org$/,
    ],
    [
      'two preferred hosts',
      'url: { aliases: [a.org b.org], aliasFile: aliases.txt }\n',
      '\nc.org b.org\n',
      /aliases\.txt:2: b\.org is an alias of a\.org already \(job\.yaml:1\), it cannot be one of c\.org too/,
    ],
    [
      'a line with one host',
      'url: { aliasFile: aliases.txt }\n',
      'a.org b.org\nc.org\n',
      /aliases\.txt:2: expected a preferred host and its aliases, got "c\.org"/,
    ],
    [
      'what is no host',
      'url: { aliasFile: aliases.txt }\n',
      'a.org http://b.org/\n',
      /aliases\.txt:1: expected host names such as www\.example\.org, got "http:\/\/b\.org\/"/,
    ],
    [
      'a file that is not there',
      'url: { aliasFile: nowhere.txt }\n',
      '',
      /nowhere\.txt: there is no such file; url\.aliasFile of .*job\.yaml names it/,
    ],
    [
      'a file in another encoding',
      'url: { aliasFile: aliases.txt }\n',
      Buffer.from('a.org b\xfccher.org\n', 'latin1'),
      /aliases\.txt:1:8: expected UTF-8 text, got the byte 0xFC/,
    ],
    [
      'a pattern that is none',
      'url: { sessionIds: ["a b"] }\n',
      '',
      /job\.yaml:1:\d+: url\.sessionIds\.0: expected/,
    ],
  ];
  it.each(wrong)('refuse %s', (_, yaml, aliases, said) => {
    expect(job(yaml, aliases)).toThrow(said);
  });
});
