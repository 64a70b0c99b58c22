import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { identityOf, type UrlIdentity } from '../../../lib/base/url/identity.ts';
import { optionalSteps } from '../../../lib/base/url/url-steps.ts';
import { parseJob } from '../../../lib/config/job/load-job.ts';

const page = readFileSync(new URL('../../../docs/urls.md', import.meta.url), 'utf8');

interface Example {
  readonly link: string;
  readonly expected: string;
  readonly identity: UrlIdentity;
}

/** The tables of links and canonical URLs, each under the settings of the yaml block before it in its section. */
function examplesOf(text: string): readonly Example[] {
  const examples: Example[] = [];
  let job = '';
  let yaml: string[] | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) job = '';
    if (line === '```yaml') yaml = [];
    else if (line === '```' && yaml !== undefined) {
      job = yaml.join('\n');
      yaml = undefined;
    } else if (yaml !== undefined) yaml.push(line);
    const [, link, canonical, refused] = /^\| `([^`]+)` \| (?:`([^`]+)`|(refused: .*)) \|$/.exec(line) ?? [];
    const expected = canonical ?? refused;
    if (link === undefined || expected === undefined) continue;
    const { settings } = parseJob(`name: example\n${job}`, '/nowhere/job.yaml');
    examples.push({ link, expected, identity: identityOf(settings) });
  }
  return examples;
}

describe('docs/urls.md', () => {
  const examples = examplesOf(page);

  it('has an example of each step that changes a link', () => {
    expect(examples.length).toBeGreaterThan(50);
    const parsing = ['encodeBackslash', 'repairHost', 'host', 'port', 'dots', 'parse'];
    for (const step of [...optionalSteps.filter((name) => name !== 'resolveAliases'), ...parsing])
      expect(page).toContain(`\`${step}\``);
    const taken = examples.flatMap(({ link, identity }) => identity.explain(link).steps);
    const names = new Set<string>(taken.map(({ name }) => name));
    expect([...optionalSteps, ...parsing].filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(examples)('$link becomes $expected', ({ link, expected, identity }) => {
    const result = identity.canonicalise(link);
    if (result.ok) expect(result.url).toBe(expected);
    else {
      const { reason, detail } = result.refusal;
      expect(`refused: ${reason === 'scheme' ? 'scheme ' : ''}${detail}`).toBe(expected);
    }
  });

  const pairs = [...page.matchAll(/^\| `(http[^`]+)` `(http[^`]+)` \|/gm)];
  it.each(pairs.map(([, one, other]) => [one ?? '', other ?? '']))('%s and %s stay two', (one, other) => {
    const { settings } = parseJob('name: example', '/nowhere/job.yaml');
    const identity = identityOf(settings);
    expect(identity.canonicalise(one)).not.toEqual(identity.canonicalise(other));
  });
});
