import { afterAll, beforeAll, describe } from 'vitest';
import { UndiciTargetWeb } from '../../../lib/adapters/web/undici-target-web.ts';
import { openSearch } from '../../../lib/capabilities/search-servers/open-search-sink.ts';
import { solr } from '../../../lib/capabilities/search-servers/solr-sink.ts';
import type { SinkType } from '../../../lib/pipeline/sinks/sink.ts';
import { type SinkFixture, sinkContract } from '../../contracts/sinks.ts';
import { isReal, openSearch219, solr910, startReal } from '../../support/search-servers/real-server.ts';
import { stubOpenSearch } from '../../support/search-servers/stub-open-search.ts';
import type { SearchServerUnderTest } from '../../support/search-servers/stub-server.ts';
import { stubSolr } from '../../support/search-servers/stub-solr.ts';

interface Found {
  readonly hits?: {
    readonly hits: readonly { readonly _id: string; readonly _source: { readonly url: string } }[];
  };
  readonly response?: { readonly docs: readonly { readonly id: string; readonly url: string }[] };
}

async function ask(url: string, method = 'GET', body?: string): Promise<Found> {
  const headers = { 'content-type': 'application/json' };
  return (await (
    await fetch(url, body === undefined ? { method } : { method, headers, body })
  ).json()) as Found;
}

let count = 0;

/** One server for all tests of a contract, and an index for each. */
function onServer(
  label: string,
  start: () => Promise<SearchServerUnderTest>,
  fixtureOn: typeof openSearchFixture,
) {
  describe(label, () => {
    let server: SearchServerUnderTest | undefined;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server?.stop());
    sinkContract(label, async () => {
      count += 1;
      return fixtureOn(server?.url ?? '', `pages${count}`);
    });
  });
}

function openSearchFixture(url: string, index: string): SinkFixture {
  const web = new UndiciTargetWeb();
  return {
    type: openSearch as SinkType<unknown>,
    settings: { url, index, analyzer: 'standard' },
    web,
    async contents() {
      await ask(`${url}/${index}/_refresh`, 'POST');
      const { hits } = await ask(`${url}/${index}/_search?size=1000`);
      return new Map(hits?.hits.map(({ _id, _source }) => [_id, _source.url]));
    },
    async occupy() {
      await ask(`${url}/${index}-g1`, 'PUT', '{}');
      return async () => (await ask(`${url}/${index}-g1/_search`)).hits;
    },
    lose: () => ask(`${url}/${index}-g1`, 'DELETE'),
    close: () => web.close(),
  };
}

function solrFixture(url: string, collection: string): SinkFixture {
  const web = new UndiciTargetWeb();
  return {
    type: solr as SinkType<unknown>,
    settings: { url, collection, textType: 'text_general', commitWithinMs: 1_000 },
    web,
    async contents() {
      await ask(`${url}/${collection}/update?commit=true&wt=json`);
      const { response } = await ask(`${url}/${collection}/select?q=*:*&rows=1000&wt=json`);
      return new Map(response?.docs.map(({ id, url: at }) => [id, at]));
    },
    async occupy() {
      await ask(`${url}/admin/collections?action=CREATE&numShards=1&wt=json&name=${collection}`);
      return async () => (await ask(`${url}/${collection}/select?q=*:*&wt=json`)).response;
    },
    async lose() {
      await ask(`${url}/admin/collections?action=DELETEALIAS&wt=json&name=${collection}`);
      await ask(`${url}/admin/collections?action=DELETE&wt=json&name=${collection}-g1`);
    },
    close: () => web.close(),
  };
}

onServer('the stub of OpenSearch', stubOpenSearch, openSearchFixture);
onServer(
  'the stub of Solr',
  async () => {
    const stub = await stubSolr();
    return { ...stub, url: `${stub.url}/solr` };
  },
  solrFixture,
);
if (isReal) {
  onServer('OpenSearch 2.19', () => startReal(openSearch219), openSearchFixture);
  onServer('Solr 9.10', () => startReal(solr910), solrFixture);
}
