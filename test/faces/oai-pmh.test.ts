import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { page, type SmallCrawl, smallCrawl } from '../pipeline/small-crawl.ts';
import { elementsOf, parseXml, xmlTextOf } from '../support/export/xml.ts';
import { asked, errorOf, harvested, itemsIn, type OaiServer, serveOai } from '../support/oai/oai-server.ts';
import { send } from '../support/rest/kept-server.ts';
import { termTopic } from '../support/topic/topic.ts';

const site = 'http://a.example';
const birds = ['wren', 'robin', 'heron'];

let crawl: SmallCrawl;
let server: OaiServer;
beforeAll(async () => {
  const links = birds.map((bird) => `${site}/${bird}`);
  const web = {
    [`${site}/`]: page('home of wren and heron & <others>', ...links),
    ...Object.fromEntries(birds.map((bird) => [`${site}/${bird}`, page(`${bird} ${bird}`)])),
  };
  const classes = [
    { id: 'birds', label: 'All birds' },
    { id: 'song birds', parent: 'birds', label: 'Songbirds' },
  ];
  const definition = '50: wren=song birds\n50: robin=song birds\n50: heron=waders\n';
  crawl = await smallCrawl(web, {
    seeds: [`${site}/`],
    settings: { topic: termTopic(definition, { classes, followOffTopic: true }) },
  });
  await crawl.run(600_000);
  server = await serveOai(crawl);
});
afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
  crawl.close();
});

const textsOf = async (query: string, name: string) =>
  elementsOf(await asked(server, query), name).map(xmlTextOf);
const identifiers = async (query: string) =>
  (await harvested(server, query)).items.map((one) => one.identifier);

describe('the verbs of OAI-PMH', () => {
  it('Identify says what the repository is', async () => {
    const document = await asked(server, '?verb=Identify');
    const texts = Object.fromEntries(
      elementsOf(document, 'Identify')[0]?.children.flatMap((one) =>
        typeof one === 'string' ? [] : [[one.name, xmlTextOf(one)]],
      ) ?? [],
    );
    expect(texts).toMatchObject({
      ...{ repositoryName: 'Winnow: birds', protocolVersion: '2.0', deletedRecord: 'persistent' },
      ...{ granularity: 'YYYY-MM-DDThh:mm:ssZ', compression: 'gzip' },
    });
    expect(texts.baseURL).toMatch(/^http:\/\/.+\/oai\/birds$/);
    const { items } = await harvested(server, '?verb=ListIdentifiers&metadataPrefix=oai_dc');
    expect(items.map(({ datestamp }) => datestamp).toSorted()[0]).toBe(texts.earliestDatestamp);
  });

  it('ListMetadataFormats lists both, of a record too', async () => {
    expect(await textsOf('?verb=ListMetadataFormats', 'metadataPrefix')).toEqual(['oai_dc', 'alvis']);
    const [id = ''] = await identifiers('?verb=ListIdentifiers&metadataPrefix=oai_dc');
    expect(await textsOf(`?verb=ListMetadataFormats&identifier=${id}`, 'metadataPrefix')).toHaveLength(2);
  });

  it('ListSets lists the classes with those above them', async () => {
    expect(await textsOf('?verb=ListSets', 'setSpec')).toEqual(['birds', 'birds:song~20birds', 'waders']);
    expect(await textsOf('?verb=ListSets', 'setName')).toEqual(['All birds', 'Songbirds', 'waders']);
  });

  it.each(['oai_dc', 'alvis'])(
    'ListRecords and GetRecord tell the same of each record in %s',
    async (prefix) => {
      const { items } = await harvested(server, `?verb=ListRecords&metadataPrefix=${prefix}`);
      const records = await crawl.ports.records.records('birds', 100);
      expect(items.map(({ identifier }) => identifier.slice(-32)).toSorted()).toEqual(
        records.records.map(({ md5 }) => md5),
      );
      for (const item of items) {
        const one = await asked(
          server,
          `?verb=GetRecord&metadataPrefix=${prefix}&identifier=${item.identifier}`,
        );
        expect(itemsIn(one)).toEqual([item]);
        expect(item.metadata).toBeDefined();
      }
      const [root] = items[0]?.metadata?.children.filter((one) => typeof one !== 'string') ?? [];
      expect(root).toMatchObject({ name: prefix === 'alvis' ? 'documentCollection' : 'oai_dc:dc' });
    },
  );

  it('ListIdentifiers has the headers alone', async () => {
    const { items } = await harvested(server, '?verb=ListIdentifiers&metadataPrefix=alvis');
    const whole = await harvested(server, '?verb=ListRecords&metadataPrefix=alvis');
    expect(items).toEqual(whole.items.map(({ metadata: _, ...header }) => header));
  });

  it('answers a form as it answers a query', async () => {
    const { text } = await server.ask('', {
      method: 'POST',
      body: 'verb=ListRecords&metadataPrefix=oai_dc',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const query = await asked(server, '?verb=ListRecords&metadataPrefix=oai_dc');
    expect(itemsIn(parseXml(text))).toEqual(itemsIn(query));
    expect(elementsOf(parseXml(text), 'request')[0]?.attributes).toEqual({
      ...{ verb: 'ListRecords', metadataPrefix: 'oai_dc' },
    });
  });

  it('compresses what a client takes compressed', async () => {
    const headers = { 'accept-encoding': 'br, gzip;q=0.5' };
    const response = await fetch(`http://127.0.0.1:${server.port}/oai/birds?verb=Identify`, { headers });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toContain('<Identify>');
    const plain = await server.ask('?verb=Identify', { headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(() => gunzipSync(plain.text)).toThrow();
  });
});

describe('selective harvesting', () => {
  const list = '?verb=ListIdentifiers&metadataPrefix=oai_dc';

  it('selects by a class, and by one above it', async () => {
    const { items } = await harvested(server, list);
    const isIn = (set: string) => items.filter(({ sets }) => sets.some((one) => one.startsWith(set)));
    expect(isIn('birds').length).toBeGreaterThan(1);
    for (const set of ['birds', 'birds:song~20birds', 'waders'])
      expect((await harvested(server, `${list}&set=${set}`)).items).toEqual(isIn(set));
  });

  it('selects by datestamps, both ends included, by the second and by the day', async () => {
    const { items } = await harvested(server, list);
    const stamps = [...new Set(items.map(({ datestamp }) => datestamp))].toSorted();
    for (const from of stamps)
      for (const until of stamps.filter((one) => one >= from))
        expect((await harvested(server, `${list}&from=${from}&until=${until}`)).items).toEqual(
          items.filter(({ datestamp }) => datestamp >= from && datestamp <= until),
        );
    const [first = '', last = ''] = [stamps[0]?.slice(0, 10), stamps.at(-1)?.slice(0, 10)];
    expect((await harvested(server, `${list}&from=${first}&until=${last}`)).items).toEqual(items);
    expect(await errorOf(server, `${list}&from=2100-01-01`)).toBe('noRecordsMatch');
    expect(await errorOf(server, `${list}&until=1999-12-31T23:59:59Z`)).toBe('noRecordsMatch');
  });
});

describe('the errors of OAI-PMH', () => {
  const gone = `oai:birds.winnow:${'0'.repeat(32)}`;
  const prefix = 'metadataPrefix=oai_dc';

  it.each([
    ['', 'badVerb'],
    ['?verb=', 'badVerb'],
    ['?verb=Nothing', 'badVerb'],
    ['?verb=toString', 'badVerb'],
    ['?verb=Identify&verb=Identify', 'badVerb'],
    ['?verb=identify', 'badVerb'],
    ['?verb=Identify&set=a', 'badArgument'],
    ['?verb=Identify&__proto__=a', 'badArgument'],
    ['?verb=ListSets&from=2020-01-01', 'badArgument'],
    ['?verb=ListRecords', 'badArgument'],
    ['?verb=GetRecord', 'badArgument'],
    [`?verb=GetRecord&${prefix}`, 'badArgument'],
    [`?verb=GetRecord&identifier=${gone}`, 'badArgument'],
    [`?verb=ListRecords&${prefix}&${prefix}`, 'badArgument'],
    [`?verb=ListRecords&${prefix}&from=`, 'badArgument'],
    [`?verb=ListRecords&${prefix}&from=yesterday`, 'badArgument'],
    [`?verb=ListRecords&${prefix}&from=2020-02-30`, 'badArgument'],
    [`?verb=ListRecords&${prefix}&from=2020-02-03T25:00:00Z`, 'badArgument'],
    [`?verb=ListRecords&${prefix}&from=2020-02-03T05:00:00`, 'badArgument'],
    [`?verb=ListRecords&${prefix}&from=2020-02-03&until=2020-02-03T05:00:00Z`, 'badArgument'],
    [`?verb=ListRecords&${prefix}&from=2020-02-03&until=2020-02-02`, 'badArgument'],
    [`?verb=ListRecords&${prefix}&set=a::b`, 'badArgument'],
    [`?verb=ListRecords&${prefix}&resumptionToken=a`, 'badArgument'],
    [`?verb=GetRecord&${prefix}&identifier=a%20b`, 'badArgument'],
    ['?verb=ListRecords&metadataPrefix=marc', 'cannotDisseminateFormat'],
    [`?verb=GetRecord&metadataPrefix=marc&identifier=${gone}`, 'cannotDisseminateFormat'],
    [`?verb=GetRecord&${prefix}&identifier=${gone}`, 'idDoesNotExist'],
    [`?verb=GetRecord&${prefix}&identifier=anything`, 'idDoesNotExist'],
    [`?verb=ListMetadataFormats&identifier=${gone}`, 'idDoesNotExist'],
    [`?verb=ListRecords&${prefix}&set=fish`, 'noRecordsMatch'],
    ['?verb=ListRecords&resumptionToken=', 'badResumptionToken'],
    ['?verb=ListRecords&resumptionToken=abc.def', 'badResumptionToken'],
    ['?verb=ListSets&resumptionToken=%zz%00', 'badResumptionToken'],
  ])('%s is %s', async (query, code) => {
    const document = await asked(server, query);
    expect(elementsOf(document, 'error').map(({ attributes }) => attributes.code)).toEqual([code]);
    const { attributes } = elementsOf(document, 'request')[0] ?? {};
    const isUnclear = code === 'badVerb' || code === 'badArgument';
    expect(Object.keys(attributes ?? {}).length > 0).toBe(!isUnclear);
  });

  it('a place of a list of sets that are there no more is bad', async () => {
    const classes = Array.from({ length: 1_100 }, (_, at) => ({ id: `class ${at}` }));
    const settings = { topic: termTopic('50: wren=class 7\n', { classes }) };
    const many = await smallCrawl({ [`${site}/`]: page('wren') }, { seeds: [`${site}/`], settings });
    const other = await serveOai(many);
    const first = await asked(other, '?verb=ListSets');
    const [token = ''] = elementsOf(first, 'resumptionToken').map(xmlTextOf);
    const second = await asked(other, `?verb=ListSets&resumptionToken=${token}`);
    expect([first, second].flatMap((one) => elementsOf(one, 'set'))).toHaveLength(1_100);
    expect(elementsOf(second, 'resumptionToken').map(xmlTextOf)).toEqual(['']);
    expect(await errorOf(server, `?verb=ListSets&resumptionToken=${token}`)).toBe('badResumptionToken');
    await other.close();
    many.close();
  });

  it('a job without classes has no sets', async () => {
    const plain = await smallCrawl({ [`${site}/`]: page('wren') }, { seeds: [`${site}/`] });
    await plain.run();
    const other = await serveOai(plain);
    expect(await errorOf(other, '?verb=ListSets')).toBe('noSetHierarchy');
    expect(await errorOf(other, `?verb=ListRecords&${prefix}&set=a`)).toBe('noSetHierarchy');
    await other.close();
    plain.close();
  });
});

describe('who may harvest', () => {
  it('is everybody where a job is opened, and who has a token elsewhere', async () => {
    const closed = await serveOai(crawl, { oai: [] });
    const status = async (headers: Readonly<Record<string, string>>, path = '/oai/birds?verb=Identify') =>
      (await send(closed.port, path, { headers })).status;
    const basic = `Basic ${Buffer.from(`ann:${closed.token}`).toString('base64')}`;
    expect(await status({})).toBe(401);
    expect(await status({ authorization: `Bearer ${closed.token}` })).toBe(200);
    expect(await status({ authorization: basic })).toBe(200);
    expect(await status({ authorization: `Basic ${Buffer.from('ann:wrong').toString('base64')}` })).toBe(401);
    // A browser sends a password by itself: nothing else takes one.
    expect(await status({ authorization: basic }, '/v1/jobs')).toBe(401);
    await closed.close();
    expect((await send(server.port, '/v1/jobs')).status).toBe(401);
    expect((await send(server.port, '/oai/other?verb=Identify')).status).toBe(401);
    expect((await send(server.port, '/oai/birds/?verb=Identify')).status).toBe(401);
    const headers = { authorization: `Bearer ${server.token}` };
    expect((await send(server.port, '/oai/other?verb=Identify', { headers })).status).toBe(404);
  });
});

describe('hostile requests', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it('with a body without a bound are refused', async () => {
    const body = `verb=Identify&x=${'a'.repeat(10_000_000)}`;
    const reply = await server.ask('', { method: 'POST', body, headers: form }).catch(() => undefined);
    expect([413, undefined]).toContain(reply?.status);
    expect(await errorOf(server, '?verb=Identify')).toBeUndefined();
  });

  it('with a thousand arguments have one error', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `a${at}=<${at}>`).join('&');
    const { text } = await server.ask('', { method: 'POST', body: `verb=Identify&${many}`, headers: form });
    expect(elementsOf(parseXml(text), 'error').map(({ attributes }) => attributes.code)).toEqual([
      'badArgument',
    ]);
    expect(text.length).toBeLessThan(2_000);
  });

  it.each([
    '%',
    '%zz',
    '%00',
    '%ff%fe',
    '%ef%bf%bf',
    '%1b]]>',
    '<script>',
    '&amp;',
    '"',
    '%F0%9F%98%80',
    'é',
  ])('with %s in every place are answered with XML', async (odd) => {
    const places = ['verb=$', 'verb=Identify&$=$', 'verb=GetRecord&metadataPrefix=$&identifier=$'];
    places.push('verb=ListRecords&resumptionToken=$', 'verb=ListRecords&metadataPrefix=oai_dc&set=$&from=$');
    for (const place of places) {
      const query = place.replaceAll('$', odd.replace(/[^!-~]+|[<>"]/gu, encodeURIComponent));
      expect(await errorOf(server, `?${query}`)).toBeDefined();
      const body = place.replaceAll('$', odd);
      const { text } = await server.ask('', { method: 'POST', body, headers: form });
      expect(elementsOf(parseXml(text), 'error')).toHaveLength(1);
    }
  });

  it('by other methods, or with other bodies, are refused', async () => {
    expect((await server.ask('?verb=Identify', { method: 'PUT' })).status).toBe(405);
    expect((await server.ask('', { method: 'POST', body: '{}' })).status).toBe(415);
  });
});
