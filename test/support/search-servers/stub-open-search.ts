import { isMatch } from './stub-query.ts';
import { type Asked, type Said, type StubServer, stubServer } from './stub-server.ts';

/** As the real server is started with. */
export const maxRequestBytes = 8 * 1024 * 1024;

interface Field {
  readonly type?: string;
  readonly analyzer?: string;
}

interface Stored {
  readonly version: number;
  /** Absent: it was deleted. */
  readonly source?: Readonly<Record<string, unknown>>;
}

interface Index {
  readonly aliases: Set<string>;
  meta: unknown;
  fields: Record<string, Field>;
  block: string | undefined;
  readonly documents: Map<string, Stored>;
}

interface Mappings {
  readonly _meta?: unknown;
  readonly properties?: Record<string, Field>;
}

const fault = (status: number, type: string, reason: string): Said => ({
  status,
  json: { error: { type, reason }, status },
});
const blocks = {
  'index.blocks.write': { status: 403, reason: '[FORBIDDEN/8/index write (api)]' },
  'index.blocks.read_only_allow_delete': {
    status: 429,
    reason:
      '[TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block]',
  },
} as const;

const isDate = (text: string): boolean => {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 10));
};

/** What sinks use of OpenSearch 2.19, held to it by the tests that run on both. */
export function stubOpenSearch(): Promise<StubServer> {
  const indexes = new Map<string, Index>();

  function named(pattern: string): [string, Index][] {
    const matches = (name: string) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
    return [...indexes].filter(([name, { aliases }]) => matches(name) || [...aliases].some(matches));
  }

  const missing = (name: string) => fault(404, 'index_not_found_exception', `no such index [${name}]`);

  function create(name: string, body: string): Said {
    if (indexes.has(name))
      return fault(400, 'resource_already_exists_exception', `index [${name}] already exists`);
    const { mappings = {}, aliases = {} } = JSON.parse(body || '{}') as {
      mappings?: Mappings;
      aliases?: object;
    };
    const { _meta: meta, properties: fields = {} } = mappings;
    indexes.set(name, {
      aliases: new Set(Object.keys(aliases)),
      meta,
      fields,
      block: undefined,
      documents: new Map(),
    });
    return { json: { acknowledged: true, index: name } };
  }

  function map(index: Index, body: string): Said {
    const { _meta, properties = {} } = JSON.parse(body) as Mappings;
    for (const [name, field] of Object.entries(properties)) {
      const before = index.fields[name];
      if (before !== undefined && (before.type !== field.type || before.analyzer !== field.analyzer))
        return fault(
          400,
          'illegal_argument_exception',
          `Mapper for [${name}] conflicts with existing mapper`,
        );
    }
    index.fields = { ...index.fields, ...properties };
    index.meta = _meta ?? index.meta;
    return { json: { acknowledged: true } };
  }

  function alias(body: string): Said {
    type Action = Readonly<
      Record<'add' | 'remove', { readonly index: string; readonly alias: string } | undefined>
    >;
    for (const { add, remove } of (JSON.parse(body) as { actions: readonly Action[] }).actions) {
      if (add !== undefined) indexes.get(add.index)?.aliases.add(add.alias);
      if (remove !== undefined) indexes.get(remove.index)?.aliases.delete(remove.alias);
    }
    return { json: { acknowledged: true } };
  }

  function bulk(target: string, query: URLSearchParams, body: string): Said {
    const lines = body.split('\n');
    const items: unknown[] = [];
    for (let at = 0; at < lines.length - 1; at += 1) {
      const [[kind, { _id: id, version }]] = Object.entries(JSON.parse(lines[at] as string)) as [
        [string, never],
      ];
      const source = kind === 'index' ? JSON.parse(lines[++at] as string) : undefined;
      const [name, index] = named(target)[0] ?? [];
      const isMissing = index === undefined || (query.get('require_alias') === 'true' && name === target);
      const item = isMissing
        ? { status: 404, error: { type: 'index_not_found_exception', reason: `no such index [${target}]` } }
        : write(index, id, version, source);
      items.push({ [kind]: { _id: id, ...item } });
    }
    const errors = items.some((item) => 'error' in (Object.values(item as object)[0] as object));
    return { json: { errors, items } };
  }

  function write(index: Index, id: string, version: number | undefined, source: Stored['source']) {
    const before = index.documents.get(id);
    if (index.block !== undefined) {
      const { status, reason } = blocks[index.block as keyof typeof blocks];
      const isAllowed = source === undefined && index.block.endsWith('allow_delete');
      if (!isAllowed)
        return { status, error: { type: 'cluster_block_exception', reason: `index blocked by: ${reason};` } };
    }
    if (before !== undefined && version !== undefined && version < before.version)
      return {
        status: 409,
        error: { type: 'version_conflict_engine_exception', reason: `[${id}]: version conflict` },
      };
    for (const [name, { type }] of Object.entries(index.fields)) {
      const value = source?.[name];
      if (type === 'date' && value !== undefined && !isDate(String(value)))
        return {
          status: 400,
          error: {
            type: 'mapper_parsing_exception',
            reason: `failed to parse field [${name}] of type [date]`,
          },
        };
      if (type === 'integer' && !(Number(value ?? 0) < 2 ** 31))
        return {
          status: 400,
          error: {
            type: 'mapper_parsing_exception',
            reason: `failed to parse field [${name}] of type [integer]`,
          },
        };
    }
    index.documents.set(id, { version: version ?? (before?.version ?? 0) + 1, ...(source && { source }) });
    if (source !== undefined) return { status: before?.source === undefined ? 201 : 200 };
    return { status: before?.source === undefined ? 404 : 200 };
  }

  function search(pattern: string, body: string): Said {
    const found = named(pattern);
    if (found.length === 0) return missing(pattern);
    const hits = found.flatMap(([, { documents }]) =>
      [...documents].flatMap(([_id, { source }]) => (source === undefined ? [] : [{ _id, _source: source }])),
    );
    if (body === '') return { json: { hits: { hits } } };
    const { query, from, size, aggs, highlight } = JSON.parse(body) as {
      readonly query: object;
      readonly from: number;
      readonly size: number;
      readonly aggs: Readonly<Record<string, unknown>>;
      readonly highlight: { readonly pre_tags: readonly string[]; readonly post_tags: readonly string[] };
    };
    const all = hits.filter(({ _source }) => isMatch(query, _source));
    const buckets = (field: string) => {
      const counts = new Map<unknown, number>();
      for (const { _source } of all)
        for (const key of [_source[field] ?? []].flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
      return [...counts].map(([key, doc_count]) => ({ key, doc_count }));
    };
    const shown = all.slice(from, from + size).map((hit) => ({
      ...hit,
      highlight: {
        // As the real one, it trims control characters away.
        text: [
          `${highlight.pre_tags[0]}${String(hit._source.text).slice(0, 4)}${highlight.post_tags[0]}${String(hit._source.text).slice(4)}`.replace(
            /^[\0- ]+/,
            '',
          ),
        ],
      },
    }));
    return {
      json: {
        hits: { total: { value: all.length, relation: 'eq' }, hits: shown },
        aggregations: Object.fromEntries(
          Object.keys(aggs).map((field) => [field, { buckets: buckets(field) }]),
        ),
      },
    };
  }

  function get(target: string, body: string): Said {
    const { ids } = JSON.parse(body) as { readonly ids: readonly string[] };
    const documents = named(target)[0]?.[1].documents;
    const docs = ids.map((_id) => {
      const _source = documents?.get(_id)?.source;
      return _source === undefined ? { _id, found: false } : { _id, found: true, _source };
    });
    return { json: { docs } };
  }

  return stubServer(({ method, path, query, body }: Asked): Said => {
    const [target = '', verb] = path;
    if (target === '_aliases') return alias(body);
    if (verb === '_bulk') return bulk(target, query, body);
    if (verb === '_search') return search(target, body);
    if (verb === '_mget') return get(target, body);
    if (verb === undefined && method === 'PUT') return create(target, body);
    const found = named(target);
    if (found.length === 0 && !target.endsWith('*')) return missing(target);
    const [first] = found;
    if (verb === '_refresh' || first === undefined) return { json: {} };
    if (verb === '_mapping') return map(first[1], body);
    if (verb === '_settings') {
      const [[name = '', value]] = Object.entries(JSON.parse(body)) as [[string, unknown]];
      first[1].block = value === true ? name : undefined;
      return { json: { acknowledged: true } };
    }
    if (method === 'DELETE') {
      indexes.delete(target);
      return { json: { acknowledged: true } };
    }
    const shown = found.map(([name, { meta, aliases }]) => [
      name,
      {
        ...{ mappings: { _meta: meta }, settings: { index: { uuid: name } } },
        aliases: Object.fromEntries([...aliases].map((one) => [one, {}])),
      },
    ]);
    return { json: Object.fromEntries(shown) };
  }, maxRequestBytes);
}
