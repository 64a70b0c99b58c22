import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { parseJob } from '../../../lib/config/job/load-job.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { scopeOf } from '../../../lib/rules/scope/scope.ts';
import { defaultScope, limitTests, listTests } from '../../../lib/rules/scope/scope-settings.ts';

const page = readFileSync(new URL('../../../docs/scope.md', import.meta.url), 'utf8');

interface Example {
  readonly about: string;
  readonly url: CanonicalUrl;
  readonly depth: number;
  readonly hostHops: number;
  readonly verdict: string;
  readonly by: string;
  readonly settings: JobSettings;
}

const row =
  /^\| `(http[^`]+)`(?: at depth (\d+)| after (\d+) host hops)? \| (accepted|rejected) \| (?:`([^`]+)` )?\|$/;

/** The tables of URLs and verdicts, each under the files that its section shows. */
function examplesOf(section: string): readonly Example[] {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-scope-page-'));
  const blocks = [...section.matchAll(/^```(yaml)?\n(.*?)^```$/gms)].map(([, kind, text = '']) => ({
    kind,
    text,
  }));
  const isInstallation = (text: string) => text.startsWith('# installation.yaml');
  for (const { kind, text } of blocks) {
    if (kind === undefined) writeFileSync(join(directory, /^# (\S+)/.exec(text)?.[1] ?? 'none'), text);
  }
  const yaml = blocks.filter(({ kind }) => kind === 'yaml').map(({ text }) => text);
  const job = yaml.find((text) => !isInstallation(text)) ?? 'name: example';
  const installation = yaml.find(isInstallation);
  const file = (name: string) => join(directory, name);
  const rows = section.split('\n').flatMap((line) => row.exec(line) ?? []);
  if (rows.length === 0) return [];
  const { settings } = parseJob(job, file('job.yaml'), () =>
    installation === undefined ? undefined : { text: installation, file: file('installation.yaml') },
  );
  return section.split('\n').flatMap((line): Example[] => {
    const [about, url, depth = '0', hops = '0', verdict = '', by = ''] = row.exec(line) ?? [];
    if (about === undefined) return [];
    return [
      {
        about,
        url: url as CanonicalUrl,
        depth: Number(depth),
        hostHops: Number(hops),
        verdict,
        by,
        settings,
      },
    ];
  });
}

describe('docs/scope.md', () => {
  const examples = page.split(/^## /m).flatMap(examplesOf);

  it('has examples of every step, and names every test, limit and default', () => {
    expect(examples.length).toBeGreaterThan(40);
    for (const name of [...listTests, ...limitTests]) expect(page).toContain(`\`${name}\``);
    for (const name of Object.keys(defaultScope)) expect(page).toContain(name);
    expect(page).toContain(`\`maxDepth\`, ${defaultScope.maxDepth.toLocaleString('en')} by default`);
  });

  it('has an example of each that it decides', () => {
    const settings = Object.keys(defaultScope).filter((name) => name !== 'rules');
    const deciding = examples.map(({ verdict, by }) => `${by.replace(/ .*/, '')} ${verdict}`);
    const expected = [...settings, 'maxHostHops'].map((name) => `scope.${name} rejected`);
    expect(expected.filter((one) => !deciding.includes(one))).toEqual([]);
    for (const one of ['deny rejected', 'malformed rejected', 'scope.hosts accepted', 'scope.allow accepted'])
      expect(deciding).toContain(one);
    const kinds = examples.flatMap(({ by, settings: { scope } }) =>
      scope.rules.filter(({ source }) => by === `scope.rules (${source})`).map(({ test }) => test.kind),
    );
    expect(['all', ...listTests, ...limitTests].filter((kind) => !kinds.includes(kind as never))).toEqual([]);
  });

  it.each(examples)('$about', ({ url, depth, hostHops, verdict, by, settings }) => {
    const scope = scopeOf(settings);
    const candidate = { url, depth, hostHops };
    const said = scope.verdict(candidate);
    expect(said.accepted ? 'accepted' : 'rejected').toBe(verdict);
    const last = scope.explain(candidate).at(-1);
    expect(last === undefined ? '' : `${last.rule} (${last.source})`).toBe(by);
    if (!said.accepted) expect(`${said.rule} (${said.source})`).toBe(by);
  });
});
