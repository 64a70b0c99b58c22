import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadJob } from '../../../lib/config/job/load-job.ts';
import { knownSections } from '../../../lib/config/schema/known-keys.ts';
import { textsOf } from '../../../lib/rules/scope/scope-list.ts';
import { winnow } from '../test-io.ts';

const home = mkdtempSync(join(tmpdir(), 'winnow-init-'));

describe('winnow init', () => {
  it('writes a job.yaml that is valid as it stands', async () => {
    const directory = join(home, 'My Apples');
    const { exit, out } = await winnow(['init', directory]);
    expect(exit).toBe(0);
    expect(out).toContain(join(directory, 'job.yaml'));
    expect(loadJob(directory).settings).toMatchObject({ name: 'my-apples', seeds: [] });
  });

  it('writes a short file, whose first line leads editors to the schema of what stands in it', async () => {
    const directory = join(home, 'short', 'deep');
    await winnow(['init', directory, '--seed', 'https://owls.example/']);
    const text = readFileSync(join(directory, 'job.yaml'), 'utf8');
    expect(text.split('\n').length).toBeLessThan(50);
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
    const { properties } = JSON.parse(readFileSync(join(directory, schema), 'utf8')) as {
      readonly properties: Readonly<Record<string, unknown>>;
    };
    for (const [, key = ''] of text.matchAll(/^(\w+):/gm)) expect(Object.keys(properties)).toContain(key);
  });

  it('writes every setting with --full', async () => {
    const directory = join(home, 'full');
    await winnow(['init', directory, '--full', '--contact', 'me@example.org']);
    const text = readFileSync(join(directory, 'job.yaml'), 'utf8');
    for (const { name, keys } of knownSections()) {
      if (name !== '') expect(text).toMatch(new RegExp(`^${name}:$`, 'm'));
      for (const { key } of keys) expect(text).toMatch(new RegExp(`^ *(?:# )?${key}:`, 'm'));
    }
    expect(loadJob(directory).settings).toMatchObject({ name: 'full' });
  });

  it.each([
    ['Äpfel & Öl', 'apfel-ol'],
    ['Straße', 'strasse'],
    ['Żółw', 'zolw'],
    ['ævintýri', 'aevintyri'],
    ['птицы', 'xn-h1anjrz'],
    ['鳥', 'xn-6x6a'],
  ])('names the job in %s by what it says: %s', async (directory, name) => {
    await winnow(['init', join(home, directory)]);
    const { settings } = loadJob(join(home, directory));
    expect(settings.name).toMatch(new RegExp(`^${name}`));
    expect(settings.name).toMatch(/^[a-z0-9][a-z0-9-]{0,39}$/);
  });

  it('takes seeds and a contact address, and makes the hosts of the seeds the scope', async () => {
    const directory = join(home, 'pears');
    const seeds = ['https://Pears.example/a', 'https://pears.example/b', 'http://plums.example:8080/'];
    const argv = [
      'init',
      directory,
      ...seeds.flatMap((seed) => ['--seed', seed]),
      '--contact',
      'me@example.org',
    ];
    expect((await winnow(argv)).exit).toBe(0);
    const { settings } = loadJob(directory);
    expect(settings).toMatchObject({ seeds, identity: { contact: 'mailto:me@example.org' } });
    expect(textsOf(settings.scope.hosts)).toEqual(['pears.example', 'plums.example:8080']);
  });

  it('writes a page about the crawler for whoever reads its User-Agent, once there is somebody to turn to', async () => {
    const directory = join(home, 'quinces');
    const { out } = await winnow(['init', directory, '--contact', 'https://example.org/?a=1&b=<i>']);
    const page = join(directory, 'bot.html');
    expect(out).toContain(page);
    const text = readFileSync(page, 'utf8');
    expect(text).toContain('href="https://example.org/?a=1&#38;b=&#60;i&#62;"');
    expect(text).toContain('User-agent: Winnow');
    await winnow(['init', join(home, 'medlars'), '--contact', 'me@example.org']);
    expect(readFileSync(join(home, 'medlars', 'bot.html'), 'utf8')).toContain('href="mailto:me@example.org"');
    await winnow(['init', join(home, 'sloes')]);
    expect(existsSync(join(home, 'sloes', 'bot.html'))).toBe(false);
  });

  it('overwrites nothing', async () => {
    const directory = join(home, 'plums');
    await winnow(['init', directory]);
    const before = readFileSync(join(directory, 'job.yaml'), 'utf8');
    const { exit, err } = await winnow(['init', directory, '--contact', 'me@example.org']);
    expect(exit).toBe(1);
    expect(err).toBe(`winnow: ${join(directory, 'job.yaml')} exists already and is not overwritten\n`);
    expect(readFileSync(join(directory, 'job.yaml'), 'utf8')).toBe(before);
  });

  it('refuses what would not be a valid job before it writes anything', async () => {
    const directory = join(home, 'figs');
    expect(await winnow(['init', directory, '--seed', 'figs'])).toMatchObject({ exit: 2 });
    expect(await winnow(['init', directory, '--contact', 'nobody'])).toMatchObject({ exit: 1 });
    expect(() => loadJob(directory)).toThrow('there is no such file');
    const under = await winnow(['init', join(home, 'plums', 'job.yaml', 'x')]);
    expect(under).toMatchObject({ exit: 1 });
    expect(under.err).toContain('cannot be written');
  });
});
