import { type Asked, type Said, type StubServer, stubServer } from './stub-server.ts';

interface Field {
  readonly name: string;
  readonly type: string;
}

interface Document {
  readonly id: string;
  readonly _version_: bigint;
}

interface Collection {
  readonly fields: Field[];
  readonly documents: Map<string, Document>;
  readonly params: Record<string, unknown>;
}

const fault = (code: number, msg: string): Said => ({ status: code, json: { error: { msg, code } } });
const done: Said = { json: { responseHeader: { status: 0 } } };
const maxRequestBytes = 8 * 1024 * 1024;

/** One command of an update, in the order in which they stand: JSON lets a name stand twice, and JavaScript does not. */
const commands = (body: string): readonly Record<string, never>[] =>
  body
    .slice(1, -1)
    .split(/,\n(?="(?:add|delete)":)/)
    .map((command) => JSON.parse(`{${command.replace(/("_version_":)(-?\d+)/g, '$1"$2"')}}`));

/** What sinks use of SolrCloud 9.10, held to it by the tests that run on both. */
export function stubSolr(): Promise<StubServer> {
  const collections = new Map<string, Collection>();
  const aliases = new Map<string, string>();
  let version = 1_883_133_144_164_466_688n;

  function administer(query: URLSearchParams): Said {
    const name = query.get('name') ?? '';
    switch (query.get('action')) {
      case 'LIST':
        return { json: { collections: [...collections.keys()] } };
      case 'LISTALIASES':
        return { json: { aliases: Object.fromEntries(aliases) } };
      case 'CREATE':
        if (collections.has(name)) return fault(400, `collection already exists: ${name}`);
        collections.set(name, { fields: [], documents: new Map(), params: {} });
        return done;
      case 'CREATEALIAS':
        aliases.set(name, query.get('collections') ?? '');
        return done;
      case 'DELETEALIAS':
        aliases.delete(name);
        return done;
      default:
        collections.delete(name);
        return done;
    }
  }

  /** A version above 0 must be the present one, below 0 there must be none. */
  function write(collection: Collection, command: Record<string, never>): Said | undefined {
    const { add, delete: gone } = command as Record<string, { id: string; _version_: string; doc: Document }>;
    const {
      id,
      _version_: said = '0',
      ...fields
    } = (add?.doc ?? gone) as unknown as { id: string; _version_: string };
    const actual = collection.documents.get(id)?._version_ ?? -1n;
    const wanted = BigInt(said);
    if (wanted !== 0n && (wanted < 0n ? actual >= 0n : actual !== wanted))
      return fault(409, `version conflict for ${id} expected=${wanted} actual=${actual}`);
    if (add === undefined) {
      collection.documents.delete(id);
      return undefined;
    }
    for (const { name, type } of collection.fields) {
      const value = (fields as Record<string, unknown>)[name];
      if (type === 'pint' && value !== undefined && Number.isNaN(Number(value)))
        return fault(
          400,
          `ERROR: [doc=${id}] Error adding field '${name}'='${value}' msg=For input string: "${value}"`,
        );
      if (type === 'pdate' && value !== undefined && Number.isNaN(Date.parse(String(value))))
        return fault(
          400,
          `ERROR: [doc=${id}] Error adding field '${name}'='${value}' msg=Invalid Date String`,
        );
    }
    version += 1n;
    collection.documents.set(id, { ...fields, id, _version_: version });
    return undefined;
  }

  /** JSON with versions as numbers. */
  const found = (documents: readonly (Document | undefined)[]): Said => {
    const docs = documents.filter((one) => one !== undefined);
    const text = JSON.stringify({ response: { numFound: docs.length, docs } }, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    return { text: text.replace(/("_version_":)"(\d+)"/g, '$1$2') };
  };

  return stubServer(({ path, query, body }: Asked): Said => {
    const [, name = '', verb, kind, set = ''] = path;
    if (name === 'admin') return verb === 'collections' ? administer(query) : { json: { mode: 'solrcloud' } };
    const collection = collections.get(aliases.get(name) ?? name);
    if (collection === undefined) return { status: 404, text: `<h2>Can not find: /solr/${name}</h2>` };
    if (verb === 'get') {
      const ids = new URLSearchParams(body).get('ids')?.split(',') ?? [];
      return found(ids.map((id) => collection.documents.get(id)));
    }
    if (verb === 'select') return found([...collection.documents.values()]);
    if (verb === 'update') {
      for (const command of body === '' ? [] : commands(body)) {
        const said = write(collection, command);
        if (said !== undefined) return said;
      }
      return done;
    }
    if (verb === 'config') {
      if (body !== '') Object.assign(collection.params, JSON.parse(body).set);
      return {
        json: {
          response: { params: kind === 'params' && set in collection.params ? collection.params : undefined },
        },
      };
    }
    if (body !== '') collection.fields.push(...[JSON.parse(body)['add-field']].flat());
    return { json: { fields: collection.fields } };
  }, maxRequestBytes);
}
