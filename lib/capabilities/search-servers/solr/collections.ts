import { WinnowError } from '../../../base/error.ts';
import type { SearchServer } from '../server.ts';
import { fieldsOf, type SolrField, schemaVersion } from './schema.ts';

/** Which collection a sink writes, and as what readers see it. */
export interface CollectionPlace {
  readonly server: SearchServer;
  /** The name that readers use. */
  readonly alias: string;
  readonly generation: number;
  readonly isBegun: boolean;
  readonly job: string;
  readonly sink: string;
  readonly textType: string;
}

/** What marks a collection as the work of one sink: a set of its request parameters. */
interface CollectionMark {
  readonly job: string;
  readonly sink: string;
  readonly schema: string;
}

export const collectionName = ({ alias, generation }: CollectionPlace): string => `${alias}-g${generation}`;

/**
 * Has the collection of this generation exist, with our fields.
 * @throws WinnowError `config` where somebody else's has the name, or its fields cannot become ours
 */
export async function makeCollection(place: CollectionPlace, signal: AbortSignal): Promise<void> {
  await checkCloud(place, signal);
  const name = collectionName(place);
  const { collections, seen } = await look(place, signal);
  const isNew = !collections.includes(name);
  if (isNew && place.isBegun) throw lostCollection(place);
  if (isNew)
    await administer(place, { action: 'CREATE', name, numShards: '1', waitForFinalState: 'true' }, signal);
  const mark = isNew ? undefined : await checkOurs(place, name, signal);
  if (Number(mark?.schema ?? 0) > schemaVersion)
    throw new WinnowError(
      'config',
      `${place.server.name}: collection ${name} was made by a newer Winnow: use that one`,
    );
  await addFields(place, signal);
  if (Number(mark?.schema ?? 0) < schemaVersion) await putMark(place, signal);
  if (isNew && seen.length === 0 && place.generation === 1) await putAlias(place, signal);
}

/** Has readers see this generation only, and deletes older ones of this sink. */
export async function showCollection(place: CollectionPlace, signal: AbortSignal): Promise<void> {
  const { collections } = await look(place, signal);
  await putAlias(place, signal);
  for (const name of collections) {
    const [, number = ''] = /-g(\d+)$/.exec(name) ?? [];
    if (name !== `${place.alias}-g${number}` || Number(number) >= place.generation) continue;
    if (isOurs(place, await readMark(place, name, signal)))
      await administer(place, { action: 'DELETE', name }, signal);
  }
}

/** Collections and aliases can be had from SolrCloud only. */
async function checkCloud({ server }: CollectionPlace, signal: AbortSignal): Promise<void> {
  const { json } = await server.ask({ method: 'GET', path: '/admin/info/system?wt=json' }, signal);
  const { mode } = (json ?? {}) as { readonly mode?: unknown };
  if (mode === 'solrcloud') return;
  if (mode === undefined) throw server.notOne();
  throw new WinnowError(
    'config',
    `${server.name} is a single Solr, which has no aliases to switch after a rebuild: start it as SolrCloud (\`bin/solr start -c\`), on one machine, too`,
  );
}

/** All collections, and those that readers see: all of them ours. */
async function look(place: CollectionPlace, signal: AbortSignal) {
  const { alias, server } = place;
  const collections = await listed(place, signal);
  const named = (await administer(place, { action: 'LISTALIASES' }, signal)) as {
    readonly aliases?: Readonly<Record<string, string>>;
  };
  if (collections.includes(alias)) throw notOurs(server, alias, undefined);
  const seen = (named.aliases?.[alias] ?? '').split(',').filter((name) => name !== '');
  for (const name of seen) await checkOurs(place, name, signal);
  return { collections, seen };
}

async function listed(place: CollectionPlace, signal: AbortSignal): Promise<readonly string[]> {
  const { collections } = (await administer(place, { action: 'LIST' }, signal)) as {
    readonly collections?: unknown;
  };
  if (!Array.isArray(collections)) throw place.server.notOne();
  return collections;
}

async function administer(
  { server }: CollectionPlace,
  params: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<unknown> {
  const query = new URLSearchParams({ ...params, wt: 'json' });
  return (await server.ask({ method: 'GET', path: `/admin/collections?${query}` }, signal)).json;
}

const putAlias = (place: CollectionPlace, signal: AbortSignal): Promise<unknown> =>
  administer(place, { action: 'CREATEALIAS', name: place.alias, collections: collectionName(place) }, signal);

async function putMark(place: CollectionPlace, signal: AbortSignal): Promise<void> {
  const { server, job, sink } = place;
  const mark: CollectionMark = { job, sink, schema: String(schemaVersion) };
  const body = JSON.stringify({ set: { winnow: mark } });
  await server.ask({ method: 'POST', path: `/${collectionName(place)}/config/params`, body }, signal);
}

async function readMark(
  { server }: CollectionPlace,
  name: string,
  signal: AbortSignal,
): Promise<CollectionMark | undefined> {
  const path = `/${name}/config/params/winnow?wt=json`;
  const { json } = await server.ask({ method: 'GET', path }, signal, [404]);
  type Params = { readonly response?: { readonly params?: { readonly winnow?: CollectionMark } } };
  return ((json ?? {}) as Params).response?.params?.winnow;
}

function isOurs({ job, sink }: CollectionPlace, mark: CollectionMark | undefined): boolean {
  return mark?.job === job && mark.sink === sink;
}

async function checkOurs(place: CollectionPlace, name: string, signal: AbortSignal): Promise<CollectionMark> {
  const mark = await readMark(place, name, signal);
  if (mark === undefined || !isOurs(place, mark)) throw notOurs(place.server, name, mark);
  return mark;
}

function notOurs(
  { name: server }: SearchServer,
  name: string,
  mark: CollectionMark | undefined,
): WinnowError {
  const whose =
    mark === undefined ? 'was not made by this sink' : `belongs to sink ${mark.sink} of job ${mark.job}`;
  return new WinnowError(
    'config',
    `${server}: collection ${name} ${whose}, and is left alone: write another \`collection\`, or remove that one yourself`,
  );
}

/** Adds the fields that a collection lacks. */
async function addFields(place: CollectionPlace, signal: AbortSignal): Promise<void> {
  const { server, textType, sink } = place;
  const path = `/${collectionName(place)}/schema`;
  const { json } = await server.ask({ method: 'GET', path: `${path}/fields?wt=json` }, signal);
  const { fields = [] } = (json ?? {}) as { readonly fields?: readonly SolrField[] };
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const missing: SolrField[] = [];
  for (const field of fieldsOf(textType)) {
    const type = types.get(field.name);
    if (type === undefined) missing.push(field);
    else if (type !== field.type)
      throw new WinnowError(
        'config',
        `${server.name}: field ${field.name} of collection ${collectionName(place)} is of the type ${type} and not ${field.type}: run \`winnow sinks rebuild ${sink}\``,
      );
  }
  if (missing.length === 0) return;
  await server.ask({ method: 'POST', path, body: JSON.stringify({ 'add-field': missing }) }, signal);
}

/** What a 404 means: a collection is lost only where the server itself does not list it. */
export async function missingCollection(place: CollectionPlace, signal: AbortSignal): Promise<WinnowError> {
  const name = collectionName(place);
  const collections = await listed(place, signal);
  if (!collections.includes(name)) return lostCollection(place);
  return new WinnowError('unavailable', `${place.server.name} does not serve collection ${name} now`);
}

/** An empty collection in its place would lack all that was pushed before. */
function lostCollection(place: CollectionPlace): WinnowError {
  const { server, sink } = place;
  const mend = `run \`winnow sinks rebuild ${sink}\``;
  return new WinnowError(
    'config',
    `${server.name}: collection ${collectionName(place)} is there no more: ${mend}`,
  );
}
