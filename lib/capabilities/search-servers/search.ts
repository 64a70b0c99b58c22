import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type {
  PassagePart,
  SearchFacet,
  SearchFound,
  SearchHit,
  SearchRequest,
} from '../../pipeline/operation/search-index.ts';
import { markedParts } from '../../pipeline/operation/search-index.ts';
import type { SinkPlan } from '../../pipeline/sinks/sink.ts';
import type { Flavour } from './open-search/mapping.ts';
import { mostCounted, searchBody } from './open-search/query.ts';
import { searchServer } from './server.ts';

type Plan = Pick<SinkPlan<unknown>, 'name' | 'web' | 'secret' | 'now'> & {
  readonly settings: { readonly url?: string; readonly index?: string; readonly credentials?: string };
};

/** What a server answers; of what is not as it should be nothing is taken. */
interface Answer {
  readonly hits?: {
    readonly total?: { readonly value?: number; readonly relation?: string };
    readonly hits?: readonly Found[];
  };
  readonly aggregations?: Readonly<
    Record<
      string,
      { readonly buckets?: readonly { readonly key: unknown; readonly doc_count: number }[] } | undefined
    >
  >;
}

interface Found {
  readonly _source?: Readonly<Record<string, unknown>>;
  readonly highlight?: { readonly text?: readonly string[] };
}

/** Searches what a sink of the type `opensearch` or `elasticsearch` has put. @throws WinnowError `config`, `unavailable` */
export async function searchIndex(
  flavour: Flavour,
  plan: Plan,
  request: SearchRequest,
  signal: AbortSignal,
): Promise<SearchFound> {
  const body = searchBody(flavour, request);
  if (body === undefined) return foundIn({}, request);
  const server = searchServer(plan, 'a search server does');
  const path = `/${plan.settings.index}/_search`;
  const question = { method: 'POST', path, body: JSON.stringify(body) } as const;
  const { status, json } = await server.ask(question, signal, [404]);
  if (status === 404)
    throw new WinnowError('not-found', `${server.name}: there is no index ${plan.settings.index} yet`);
  const answer = (json ?? {}) as Answer;
  if (!Array.isArray(answer.hits?.hits))
    throw new WinnowError(
      'config',
      `${server.name} does not answer _search as a search server does: check its \`url\``,
    );
  return foundIn(answer, request);
}

function foundIn({ hits, aggregations }: Answer, { limit }: SearchRequest): SearchFound {
  const { value = 0, relation } = hits?.total ?? {};
  const counts = (name: SearchFacet) =>
    (aggregations?.[name]?.buckets ?? []).map(({ key, doc_count: pages }) => ({ value: String(key), pages }));
  return {
    pages: (hits?.hits ?? []).slice(0, limit).flatMap(hitOf),
    count: Math.min(value, mostCounted),
    ...(relation === 'gte' && { isMore: true as const }),
    facets: {
      host: counts('host'),
      class: counts('class'),
      language: counts('language'),
      kind: counts('kind'),
    },
  };
}

function hitOf({ _source: page, highlight }: Found): readonly SearchHit[] {
  const text = (name: string): string | undefined => {
    const [value] = [page?.[name]].flat();
    return typeof value === 'string' ? value : undefined;
  };
  const [md5, url] = [text('md5'), text('url')];
  if (md5 === undefined || url === undefined) return [];
  const score = page?.score;
  const passage: readonly PassagePart[] = markedParts(highlight?.text?.[0] ?? '');
  return [
    {
      ...{ md5, url, title: text('title') ?? '', passage, host: text('host') ?? '' },
      ...defined({ class: text('class'), language: text('language'), kind: text('kind') }),
      ...defined({ published: text('published'), score: typeof score === 'number' ? score : undefined }),
      lastChanged: Date.parse(text('last_changed') ?? '') || 0,
      // Servers do not know which pages say the same.
      alike: 0,
    },
  ];
}
