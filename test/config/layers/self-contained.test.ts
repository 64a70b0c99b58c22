import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requireSelfContained } from '../../../lib/config/job/self-contained.ts';
import { winnow } from '../../bin/test-io.ts';

const file = '/jobs/installation.yaml';
const kept = 'a stack keeps the installation.yaml alone, without the file';

describe('an installation.yaml that a stack is to keep', () => {
  it.each([
    [
      'deny:\n  - a.org\n  - file: bad.txt',
      '3:11: deny.1.file',
      'bad.txt',
      'write its entries into the list',
    ],
    [
      'scope: { hosts: [file: h.txt] }',
      '1:24: scope.hosts.0.file',
      'h.txt',
      'write its entries into the list',
    ],
    [
      'scope:\n  rules:\n    - reject: { surts: { file: s.txt } }',
      '3:32: scope.rules.0.reject.surts.file',
      's.txt',
      'write its entries into the list',
    ],
    [
      'overrides:\n  - host: a.org\n    scope:\n      exclude: [file: e.txt]',
      '4:23: overrides.0.scope.exclude.0.file',
      'e.txt',
      'write its entries into the list',
    ],
    ['url: { aliasFile: a.txt }', '1:19: url.aliasFile', 'a.txt', 'write its lines into url.aliases'],
    ['topic: { stopWords: w.txt }', '1:21: topic.stopWords', 'w.txt', 'name it in the job.yaml of each job'],
    [
      'topic: { filters: [{ file: t.txt }] }',
      '1:28: topic.filters.0.file',
      't.txt',
      'name it in the job.yaml',
    ],
    [
      'analysers: [{ plugin: p.ts }]',
      '1:23: analysers.0.plugin',
      'p.ts',
      'name it in the job.yaml of each job',
    ],
    ['topic: { classes: c.txt }', '1:19: topic.classes', 'c.txt', 'name it in the job.yaml of each job'],
  ])('names no other file: %s', (text, place, name, instead) => {
    expect(() => requireSelfContained({ file, text })).toThrow(
      `${file}:${place}: ${kept} "${name}": ${instead}`,
    );
  });

  it('is told of each, in the order of its lines', () => {
    const text = 'deny: [file: a.txt, file: b.txt]\nscope: { hosts: [file: c.txt] }';
    expect(() => requireSelfContained({ file, text })).toThrow(/deny\.0.*\n.*deny\.1.*\n.*scope\.hosts\.0/);
  });

  it('may have lists, aliases and a field of pages that is called file', () => {
    const text =
      'deny: [a.org]\nscope: { hosts: [b.org] }\nurl: { aliases: [c.org d.org] }\nextract: { file: h1 }\noverrides: [{ host: e.org, extract: { file: h2 } }]';
    expect(() => requireSelfContained({ file, text })).not.toThrow();
  });

  it('is refused by deploy-job before anybody asks AWS, though the file is there', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'winnow-installation-'));
    const installation = join(directory, 'installation.yaml');
    writeFileSync(join(directory, 'job.yaml'), 'name: apples');
    writeFileSync(join(directory, 'bad.txt'), 'a.org\n');
    writeFileSync(installation, 'deny: [file: bad.txt]');
    const run = await winnow(['deploy-job', directory, '--stack', 'none', '--installation', installation]);
    expect(run).toMatchObject({ exit: 1, out: '' });
    expect(run.err).toContain(`${installation}:1:14: deny.0.file: ${kept} "bad.txt"`);
  });
});
