import { expect, it } from 'vitest';
import { jsonLine } from '../../../lib/base/json-line.ts';
import { lineText } from '../../../lib/base/line.ts';
import { encodeLinkLine } from '../../../lib/base/links/link-segment.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { parseOnly } from '../../../lib/base/url/url-settings.ts';
import { pageChange } from '../../../lib/domain/collection/change-line.ts';
import type { ChangeLine } from '../../../lib/domain/collection/record.ts';
import { readPage } from '../../../lib/domain/reading/read-page.ts';
import { writtenPage } from '../../../lib/domain/reading/written-page.ts';

const url = 'http://a.example/page' as CanonicalUrl;
const request = {
  url,
  body: Buffer.from(
    '<title>"Quoted" \u2028 title</title><h1>One</h1><p>Text <a href=/x>x</a> <a href=/x#y rel=next>again</a> <a href=//b.example/>b</a>',
  ),
  contentType: 'text/html; charset=utf-8',
  urlSettings: parseOnly,
  extract: [],
  product: 'winnow',
} as const;

it('holds the content of a page: a change line of it says what was read', () => {
  const read = readPage(request);
  const written = writtenPage(request);
  if (read.kind !== 'page' || written.kind !== 'page') throw new Error('not read');
  const { robots: _, ...content } = read.content;
  const response = {
    ...{ url, status: 200, contentType: 'text/html', fetchedAt: 5, wireBytes: 9, bytes: 9, truncated: false },
  };
  const { md5, digest } = content;
  const line = lineText(
    pageChange(
      { job: 'j', host: 'a.example' as HostName, turn: 3, ordinal: 1 },
      { md5, digest, response, depth: 2, firstSeen: 4, lastChanged: 5, document: 'd' },
      written.content,
    ),
  );
  const { url: finalUrl, ...answer } = response;
  expect(JSON.parse(line)).toEqual({
    ...{ v: 2, job: 'j', host: 'a.example', turn: 3, ordinal: 1 },
    ...{ change: 'created', md5, at: 5, url, document: 'd' },
    record: {
      ...content,
      ...{ finalUrl, urls: [url], depth: 2, response: answer, firstSeen: 4, lastChecked: 5, lastChanged: 5 },
    },
  } satisfies ChangeLine);
});

it('stands on one line for every reader, whatever is on the page', () => {
  const body = Buffer.from(
    '<html lang="de&#x2028;x"><meta name="a&#x2029;b" content="c&#x85;d"><title>T&#x2028;</title><a href=/x>l&#x2029;</a>',
  );
  const written = writtenPage({ ...request, body });
  if (written.kind !== 'page') throw new Error('not read');
  const response = {
    ...{ url, status: 200, contentType: 'text/html', fetchedAt: 5, wireBytes: 9, bytes: 9, truncated: false },
  };
  const { md5, digest, rest, links } = written.content;
  const line = lineText(
    pageChange(
      { job: 'j', host: 'a.example' as HostName, turn: 3, ordinal: 1 },
      { md5, digest, response, depth: 2, firstSeen: 4, lastChanged: 5 },
      written.content,
    ),
  );
  const found = lineText(
    encodeLinkLine(
      {
        ...{ v: 1, url, host: 'a.example' as HostName, turn: 3, depth: 0, at: 5 },
        outcome: 'kept',
        ownAdmitted: true,
      },
      jsonLine(JSON.stringify([{ anchor: 'l\u2029', url }])),
    ),
  );
  expect(JSON.parse(rest).language).toBe('de\u2028x');
  for (const one of [rest, links, line, found]) expect(one).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
  expect(JSON.parse(line).record).toMatchObject({ ...JSON.parse(rest), links: JSON.parse(links) });
  expect(JSON.parse(found).links[0].anchor).toBe('l\u2029');
});

it('names each target once, in the order of its first link', () => {
  const written = writtenPage(request);
  expect(written.kind === 'page' && written.content.targets).toEqual([
    'http://a.example/x',
    'http://b.example/',
  ]);
  expect(written.kind === 'page' && written.content.linkCount).toBe(3);
});
