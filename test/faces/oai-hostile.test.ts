import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Resumption, writeToken } from '../../lib/faces/oai-pmh/resumption-token.ts';
import { page, type SmallCrawl, smallCrawl } from '../pipeline/small-crawl.ts';
import { elementsOf } from '../support/export/xml.ts';
import { asked, errorOf, harvested, type OaiServer, pageOf, serveOai } from '../support/oai/oai-server.ts';
import { faultsOf, hasLxml } from '../support/oai/validate.ts';
import { send } from '../support/rest/kept-server.ts';

const site = 'http://a.example';
const list = '?verb=ListRecords&metadataPrefix=oai_dc';
/** What XML 1.0 forbids, halves of characters, and what ends a section or begins an element. */
const odd = [
  '\u0000\u0001\u0008\u000b\u001f',
  '\ufffe\uffff',
  '\ud800',
  '\udfff x',
  ']]>',
  '<!-- &amp; --> </dc:title>',
  '\u0085\u2028',
];

const htmlOf = (title: string, text: string) => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<html><head><title>${title}</title></head><body><p>${text}</p></body></html>`,
});

let crawl: SmallCrawl;
let server: OaiServer;
beforeAll(async () => {
  const links = odd.map((_, at) => `${site}/odd-${at}`);
  const entities = (text: string) =>
    [...text].map((one) => `&#${one.codePointAt(0)};`).join('') + text.replaceAll('<', '&lt;');
  crawl = await smallCrawl(
    {
      [`${site}/`]: page('home', ...links, `${site}/large`),
      [`${site}/large`]: htmlOf('long title '.repeat(1_000_000), 'the page with a title of 10 MB'),
      ...Object.fromEntries(
        odd.map((text, at) => [
          `${site}/odd-${at}`,
          htmlOf(`odd ${entities(text)}`, `page ${at} ${entities(text)}`),
        ]),
      ),
    },
    { seeds: [`${site}/`] },
  );
  await crawl.run(600_000);
  server = await serveOai(crawl);
});
afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
  crawl.close();
});

describe.skipIf(!hasLxml)('the check by the schemas', () => {
  const head = `<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2020-01-01T00:00:00Z</responseDate><request>http://a.example/</request>`;

  it('finds what is wrong, in the metadata too', () => {
    const dc = (inner: string) =>
      `${head}<GetRecord><record><header><identifier>a:b</identifier><datestamp>2020-01-01</datestamp></header><metadata><dc xmlns="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/">${inner}</dc></metadata></record></GetRecord></OAI-PMH>`;
    const faults = faultsOf([
      dc('<dc:title xml:lang="en">a</dc:title>'),
      dc('<dc:heading>a</dc:heading>'),
      `${head}<error code="badLuck">a</error></OAI-PMH>`,
      `${head}<ListRecords/></OAI-PMH>`,
      `${head}<error code="badVerb">\u0001</error></OAI-PMH>`,
    ]);
    expect(faults.map((found) => found.length > 0)).toEqual([false, true, true, true, true]);
  });
});

describe('pages with titles of any kind', () => {
  it.each(['oai_dc', 'alvis'])('are records of %s that every parser reads', async (prefix) => {
    const { items } = await harvested(server, `?verb=ListRecords&metadataPrefix=${prefix}`);
    expect(items.length).toBeGreaterThan(odd.length);
    for (const { identifier } of items)
      await asked(server, `?verb=GetRecord&metadataPrefix=${prefix}&identifier=${identifier}`);
  });
});

describe('arguments that no answer may repeat', () => {
  it.each([
    ...[
      '%25zz',
      '%25',
      'a[b]',
      '[',
      'http://[',
      ':a',
      '1:a',
      '-a:b',
      '//a:b',
      'http://a:port/',
      'http://u@@b/',
      'a%23b%23c',
    ].map((id) => `?verb=GetRecord&metadataPrefix=oai_dc&identifier=${id}`),
    ...[
      '0000-01-01',
      '0000-12-31T00:00:00Z',
      '2020-02-30',
      '2021-02-29',
      '2020-01-01T24:00:00Z',
      '2020-01-01T00:00:60Z',
      '20200101',
      '2020-01',
    ].map((at) => `${list}&from=${at}`),
    `${list}&from=2020-01-01&from=2020-01-01`,
    `${list}&until=2020-01-01&from=2020-01-01T00:00:00Z`,
    `${list}&resumptionToken=`,
    '?verb=ListRecords&resumptionToken=a&resumptionToken=a',
  ])('%s is a bad argument', async (query) => {
    expect(await errorOf(server, query)).toBe('badArgument');
  });

  it.each(['anything', 'oai:other.example:1', 'http://a.example:8080/x?y=1%23z', 'urn:x:y', 'a"b', 'a/b:c'])(
    'the identifier %s is well-formed, and of no record',
    async (id) => {
      expect(await errorOf(server, `?verb=GetRecord&metadataPrefix=oai_dc&identifier=${id}`)).toBe(
        'idDoesNotExist',
      );
    },
  );

  it.each(['%zz', 'a b"<>', '[x]', 'a'.repeat(300), '\u00e9', ''])(
    'the host %s is in no answer that is not well-formed',
    async (host) => {
      const { status, text } = await send(server.port, '/oai/birds?verb=Identify', {
        headers: { host },
      }).catch(() => ({ status: 0, text: '' }));
      if (status === 200 && hasLxml) expect(faultsOf([text])).toEqual([[]]);
      else expect(status).not.toBe(500);
    },
  );
});

describe('tokens that nobody was given', () => {
  const forged = (fields: object) => writeToken('birds', 'ListRecords', fields as Resumption);
  const place = { taken: 1, line: 0, object: 'x' };

  it.each([
    { count: 5, prefix: 'oai_dc', from: 1e15 },
    { count: 5, prefix: 'oai_dc', from: Number.MAX_SAFE_INTEGER, until: -Number.MAX_SAFE_INTEGER },
    { count: 5, prefix: 'oai_dc', place: { ...place, cursor: 'nonsense' } },
    { count: 5, prefix: 'oai_dc', place: { ...place, cursor: '' } },
    { count: 5, prefix: 'oai_dc', place: { ...place, cursor: 'x'.repeat(5_000) } },
    { count: 5, prefix: 'oai_dc', place: { ...place, object: 'x'.repeat(5_000) } },
    { count: 5, prefix: 'oai_dc', place: { ...place, beyond: { taken: 3, cursor: '\u0000' } } },
    { count: 5, prefix: 'oai_dc', place: { ...place, taken: 1_000_000 } },
    { count: 5, prefix: 'oai_dc', set: '../..' },
    { count: -1, prefix: 'oai_dc' },
    { count: 5, prefix: 'marc' },
    { count: 5 },
    { count: 5, prefix: 'oai_dc', other: 1 },
  ])('%j is told as an error of the protocol', async (fields) => {
    const token = forged(fields);
    expect(['badResumptionToken', 'cannotDisseminateFormat', undefined]).toContain(
      await errorOf(server, `?verb=ListRecords&resumptionToken=${token}`),
    );
  });

  it('of another job, verb or version are bad', async () => {
    const fields = { count: 0, prefix: 'oai_dc' };
    for (const token of [
      writeToken('other', 'ListRecords', fields),
      writeToken('birds', 'ListIdentifiers', fields),
      writeToken('birds', 'ListSets', fields),
      forged({ ...fields, v: 2 }),
    ])
      expect(await errorOf(server, `?verb=ListRecords&resumptionToken=${token}`)).toBe('badResumptionToken');
  });

  it('lead to the same page as often as they are used', async () => {
    const token = forged({ count: 0, prefix: 'oai_dc' });
    const query = `?verb=ListRecords&resumptionToken=${token}`;
    expect((await pageOf(server, query)).items).toEqual((await pageOf(server, query)).items);
    expect(elementsOf(await asked(server, query), 'record').length).toBeGreaterThan(5);
  });
});

describe('compression', () => {
  it.each([
    ['gzip', true],
    ['x-gzip', true],
    ['*', true],
    ['br;q=1, *;q=0.1', true],
    ['gzip;q=0, *', false],
    ['*;q=0', false],
    ['identity', false],
    ['gzip;q=0.000', false],
    ['', false],
  ])('is as Accept-Encoding: %s says', async (accepts, isCompressed) => {
    const { headers } = await server.ask('?verb=Identify', { headers: { 'accept-encoding': accepts } });
    expect(headers['content-encoding'] === 'gzip').toBe(isCompressed);
  });
});
