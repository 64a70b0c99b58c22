import { WinnowError } from '../../../base/error.ts';
import { clip } from '../../../base/printable.ts';
import type { SearchServer } from '../server.ts';
import { type Flavour, type IndexMark, mappingOf, mappingVersion } from './mapping.ts';

/** Which index a sink writes, and as what readers see it. */
export interface IndexPlace {
  readonly server: SearchServer;
  readonly flavour: Flavour;
  /** The name that readers use. */
  readonly alias: string;
  readonly generation: number;
  readonly isBegun: boolean;
  readonly job: string;
  readonly sink: string;
  readonly analyzer: string;
}

/** Indexes of an answer, by their names. */
type Indexes = Readonly<
  Record<
    string,
    {
      readonly mappings?: { readonly _meta?: { readonly winnow?: IndexMark } };
      readonly settings?: { readonly index?: { readonly uuid?: string } };
    }
  >
>;

const indexName = ({ alias }: IndexPlace, generation: number): string => `${alias}-g${generation}`;

/**
 * The alias that changes are written by: the server makes an index by itself where there is none of a name, but no alias
 * (`require_alias`).
 */
export const writeAlias = (place: IndexPlace): string => `${indexName(place, place.generation)}-writes`;

/**
 * Has the index of this generation exist, with our mapping.
 * @throws WinnowError `config` where somebody else's index has the name, or its mapping cannot become ours
 */
export async function makeIndex(place: IndexPlace, signal: AbortSignal): Promise<void> {
  const { server, generation, analyzer } = place;
  const name = indexName(place, generation);
  const seen = await readIndexes(place, place.alias, signal);
  for (const index of Object.keys(seen)) checkOurs(place, index, seen);
  const found = await readIndexes(place, name, signal);
  if (Object.keys(found).length === 0) {
    if (place.isBegun) throw lostIndex(place, `no index ${name}`);
    await createIndex(place, Object.keys(seen).length === 0, signal);
    return;
  }
  const mark = checkOurs(place, name, found);
  if (mark.mapping > mappingVersion)
    throw new WinnowError('config', `${server.name}: index ${name} was made by a newer Winnow: use that one`);
  if (mark.mapping < mappingVersion || mark.analyzer !== analyzer) await migrate(place, name, signal);
}

async function createIndex(place: IndexPlace, isAlone: boolean, signal: AbortSignal): Promise<void> {
  const { server, flavour, alias, generation } = place;
  const body = {
    // Deletions are remembered for longer than any request of ours takes: one that comes late brings nothing back.
    settings: { index: { gc_deletes: '10m' } },
    mappings: mappingOf(flavour, markOf(place)),
    aliases: { [writeAlias(place)]: {}, ...(isAlone && generation === 1 ? { [alias]: {} } : {}) },
  };
  const path = `/${indexName(place, generation)}`;
  await server.ask({ method: 'PUT', path, body: JSON.stringify(body) }, signal);
}

/** Adds the fields that are new; what cannot be changed in place is left. */
async function migrate(place: IndexPlace, name: string, signal: AbortSignal): Promise<void> {
  const { server, flavour, sink } = place;
  const body = JSON.stringify(mappingOf(flavour, markOf(place)));
  const { status, why } = await server.ask({ method: 'PUT', path: `/${name}/_mapping`, body }, signal, [400]);
  if (status === 400)
    throw new WinnowError(
      'config',
      `${server.name}: the mapping of index ${name} cannot be changed in place: run \`winnow sinks rebuild ${sink}\` (${why})`,
    );
}

/** Has readers see this generation only, and deletes older ones of this sink. */
export async function showIndex(place: IndexPlace, signal: AbortSignal): Promise<void> {
  const { server, alias, generation } = place;
  const name = indexName(place, generation);
  const seen = await readIndexes(place, alias, signal);
  for (const index of Object.keys(seen)) checkOurs(place, index, seen);
  const others = Object.keys(seen).filter((index) => index !== name);
  const actions = [...others.map((index) => ({ remove: { index, alias } })), { add: { index: name, alias } }];
  await server.ask({ method: 'POST', path: '/_aliases', body: JSON.stringify({ actions }) }, signal);
  const all = await readIndexes(place, `${alias}-g*`, signal);
  for (const index of Object.keys(all)) {
    const mark = all[index]?.mappings?._meta?.winnow;
    if (mark === undefined || !isOurs(place, mark) || mark.generation >= generation) continue;
    if (index === indexName(place, mark.generation))
      await server.ask({ method: 'DELETE', path: `/${index}` }, signal, [404]);
  }
}

async function readIndexes(place: IndexPlace, pattern: string, signal: AbortSignal): Promise<Indexes> {
  const path = `/${pattern}?filter_path=*.mappings._meta,*.settings.index.uuid&expand_wildcards=all`;
  const { status, json, why } = await place.server.ask({ method: 'GET', path }, signal, [404]);
  // Something else at the address may say 404, too: an index is lost only where the server itself says so.
  if (status === 404 && isMissing(why)) return {};
  const found = (status === 404 ? undefined : json) as Indexes | undefined;
  const isAll = Object.values(found ?? {}).every((one) => one?.settings?.index?.uuid !== undefined);
  if (found === undefined || !isAll) throw place.server.notOne(why);
  return found;
}

export const isMissing = (why: string): boolean => why.startsWith('index_not_found_exception');

const markOf = ({ job, sink, generation, analyzer }: IndexPlace): IndexMark => ({
  v: 1,
  job,
  sink,
  generation,
  mapping: mappingVersion,
  analyzer,
});

function isOurs({ job, sink }: IndexPlace, mark: IndexMark | undefined): boolean {
  return mark?.v === 1 && mark.job === job && mark.sink === sink;
}

function checkOurs(place: IndexPlace, index: string, indexes: Indexes): IndexMark {
  const mark = indexes[index]?.mappings?._meta?.winnow;
  if (mark !== undefined && isOurs(place, mark)) return mark;
  const whose =
    mark === undefined ? 'was not made by this sink' : `belongs to sink ${mark.sink} of job ${mark.job}`;
  throw new WinnowError(
    'config',
    `${place.server.name}: index ${index} ${whose}, and is left alone: write another \`index\`, or remove that one yourself`,
  );
}

/** An empty index in its place would lack all that was pushed before. */
export function lostIndex({ server, sink }: IndexPlace, why: string): WinnowError {
  return new WinnowError(
    'config',
    `${server.name}: the index is there no more: run \`winnow sinks rebuild ${sink}\` (${clip(why, 200)})`,
  );
}
