import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { metaDirectives } from '../../../lib/base/page/robots-directives.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { PageResponse } from '../../../lib/domain/collection/record.ts';
import { ownerAsks } from '../../../lib/rules/rights/owner-asks.ts';
import type { UsagePreferences } from '../../../lib/rules/rights/preferences.ts';
import { purposes } from '../../../lib/rules/rights/purposes.ts';
import { parseRobots } from '../../../lib/rules/robots/parse-robots.ts';
import { siteFiles } from '../../../lib/rules/robots/site-files.ts';

const page = readFileSync(new URL('../../../docs/robots.md', import.meta.url), 'utf8');
const table = page.slice(page.indexOf('| said by |')).split('\n\n')[0] ?? '';
const rows = table
  .split('\n')
  .slice(2)
  .map((row) => row.split('|').map((cell) => cell.trim()))
  .map(([, said = '', where = '', ...cells]) => ({
    said: said.replaceAll('`', ''),
    where: where.split(', '),
    refused: purposes.filter((_, i) => cells[i] === 'refused'),
  }));

const url = 'http://example.org/x' as CanonicalUrl;
const response = {
  url,
  status: 200,
  contentType: '',
  fetchedAt: 0,
  wireBytes: 0,
  bytes: 0,
  truncated: false,
};
const nothing = metaDirectives(new Map(), 'winnow');

/** What follows from it in one of its places. */
function usageBy(said: string, where: string): UsagePreferences {
  const [name = '', value = ''] = said.split(': ');
  const directive = said.includes(':') ? undefined : said;
  const file = siteFiles.find(({ path }) => path.endsWith(`/${where}`));
  if (file !== undefined) {
    const list = JSON.stringify([{ location: '/', [name]: value }]);
    const text = where.endsWith('.json') ? list : `User-agent: *\n${said}`;
    return file.read(text, 'http://example.org')(url, 'winnow');
  }
  if (where === 'robots.txt')
    return parseRobots('http://example.org', `User-agent: *\n${said}`).usage(url, 'winnow');
  if (where === 'meta') {
    const own = directive === undefined ? { reservation: value } : {};
    const meta = metaDirectives(new Map([['robots', [directive ?? '']]]), 'winnow');
    return ownerAsks({}, response, { ...meta, ...own }, 'winnow').usage;
  }
  const headers: Readonly<Record<string, Partial<PageResponse>>> = {
    'Content-Signal': { contentSignal: value },
    'Content-Usage': { contentUsage: value },
    'tdm-reservation': { tdmReservation: value },
  };
  const sent = directive === undefined ? headers[name] : { robotsTag: directive };
  return ownerAsks({}, { ...response, ...sent }, nothing, 'winnow').usage;
}

describe('the table of files in docs/robots.md', () => {
  it('has each, and the jobs that ask for it', () => {
    const listed = [...page.matchAll(/^\| `(\/[\w./-]+)` \| ([^|]+) \|/gm)].map(([, path, jobs]) => [
      path,
      jobs,
    ]);
    expect(listed).toEqual(
      siteFiles.map(({ path, purposes: some }) => [path, some.map((one) => `\`${one}\``).join(', ')]),
    );
  });
});

describe('the table of usage in docs/robots.md', () => {
  it('is there', () => expect(rows.length).toBeGreaterThan(10));

  it.each(rows.flatMap(({ said, where, refused }) => where.map((place) => ({ said, place, refused }))))(
    'says what $said in $place refuses',
    ({ said, place, refused }) => {
      const usage = usageBy(said, place);
      expect(purposes.filter((purpose) => usage[purpose]?.allowed === false)).toEqual(refused);
    },
  );
});
