import { openSearch } from '../../../lib/capabilities/search-servers/open-search-sink.ts';
import { solr } from '../../../lib/capabilities/search-servers/solr-sink.ts';
import type { Sink, SinkPlan, SinkType } from '../../../lib/pipeline/sinks/sink.ts';
import { openSearch219, solr910, startReal } from './real-server.ts';
import { stubOpenSearch } from './stub-open-search.ts';
import type { SearchServerUnderTest, StubServer } from './stub-server.ts';
import { stubSolr } from './stub-solr.ts';

/** What a document of an index says. */
export interface Stored {
  readonly url: string;
  readonly text: string;
}

/** A kind of search servers, as the tests that all of them pass need it. */
export interface ServerKind {
  /** With its release. */
  readonly label: string;
  readonly type: SinkType<unknown>;
  readonly stub: () => Promise<StubServer>;
  readonly real: () => Promise<SearchServerUnderTest>;
  /** The server itself bounds the size of requests as it comes. */
  readonly hasLimit: boolean;
  /** Whether a path is one that changes are written by. */
  readonly writes: (path: readonly string[]) => boolean;
  /** @param name of the index @param isOther with an analysis that does not fit an index of the usual one */
  settings(url: string, name: string, isOther?: boolean): Readonly<Record<string, unknown>>;
  /** Documents by MD5 of all that readers find. */
  contents(url: string, name: string): Promise<ReadonlyMap<string, Stored>>;
  /** Makes an index as somebody else does. */
  make(url: string, name: string): Promise<unknown>;
  /** Deletes the first index of a sink, as somebody may who does not know of it. */
  lose(url: string, name: string): Promise<unknown>;
  /** The indexes whose names begin so. */
  named(url: string, prefix: string): Promise<readonly string[]>;
}

type Json = Readonly<Record<string, never>>;

export async function askJson(url: string, method = 'GET', body?: object): Promise<Json> {
  const headers = { 'content-type': 'application/json' };
  const sent = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
  return (await (await fetch(url, sent)).json()) as Json;
}

const openSearchKind: ServerKind = {
  label: 'OpenSearch 2.19',
  type: openSearch as SinkType<unknown>,
  stub: stubOpenSearch,
  real: () => startReal(openSearch219),
  hasLimit: true,
  writes: ([, verb]) => verb === '_bulk',
  settings: (url, index, isOther) => ({ url, index, analyzer: isOther ? 'whitespace' : 'standard' }),
  async contents(url, index) {
    await askJson(`${url}/${index}/_refresh`, 'POST');
    const { hits } = (await askJson(`${url}/${index}/_search?size=1000`)) as unknown as {
      readonly hits: { readonly hits: readonly { readonly _id: string; readonly _source: Stored }[] };
    };
    return new Map(hits.hits.map(({ _id, _source }) => [_id, _source]));
  },
  make: (url, name) =>
    askJson(`${url}/${name}`, 'PUT', { mappings: { properties: { text: { type: 'text' } } } }),
  lose: (url, name) => askJson(`${url}/${name}-g1`, 'DELETE'),
  named: async (url, prefix) => Object.keys(await askJson(`${url}/${prefix}*`)).sort(),
};

const collections = (url: string, query: string) => askJson(`${url}/admin/collections?wt=json&${query}`);

const solrKind: ServerKind = {
  label: 'Solr 9.10',
  type: solr as SinkType<unknown>,
  async stub() {
    const stub = await stubSolr();
    return Object.assign(stub, { url: `${stub.url}/solr` });
  },
  real: () => startReal(solr910),
  hasLimit: false,
  writes: ([, , verb]) => verb === 'update',
  settings: (url, collection, isOther) => ({
    ...{ url, collection, commitWithinMs: 1_000 },
    textType: isOther ? 'text_ws' : 'text_general',
  }),
  async contents(url, collection) {
    await askJson(`${url}/${collection}/update?commit=true&wt=json`);
    const { response } = (await askJson(
      `${url}/${collection}/select?q=*:*&rows=1000&wt=json`,
    )) as unknown as {
      readonly response: { readonly docs: readonly (Stored & { readonly id: string })[] };
    };
    return new Map(response.docs.map((one) => [one.id, one]));
  },
  make: (url, name) => collections(url, `action=CREATE&numShards=1&name=${name}`),
  async lose(url, name) {
    await collections(url, `action=DELETEALIAS&name=${name}`);
    await collections(url, `action=DELETE&name=${name}-g1`);
  },
  async named(url, prefix) {
    const { collections: all } = (await collections(url, 'action=LIST')) as unknown as {
      collections: string[];
    };
    return all.filter((name) => name.startsWith(prefix)).sort();
  },
};

export const serverKinds: readonly ServerKind[] = [openSearchKind, solrKind];

export type SinkOptions = Partial<
  Pick<SinkPlan<unknown>, 'job' | 'generation' | 'isBegun' | 'secret' | 'web' | 'settings'>
>;

/** A sink as a run of a job has it. */
export async function openedSink(type: SinkType<unknown>, options: SinkOptions): Promise<Sink> {
  const plan = { job: 'birds', name: 'search', generation: 1, now: () => 0, replaced: async () => undefined };
  const secret = async () => '{"user":"winnow","password":"wren"}';
  return await type.open({ ...plan, secret, ...options } as SinkPlan<unknown>);
}
