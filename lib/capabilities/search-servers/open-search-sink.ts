import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { clip } from '../../base/printable.ts';
import type { SettingsOf } from '../../base/setting-kinds/section.ts';
import type { Sink, SinkPlan, SinkType } from '../../pipeline/sinks/sink.ts';
import { type SearchChange, searchChanges } from './document.ts';
import { bulkBody, bulkOutcomes, revisionsIn } from './open-search/bulk.ts';
import { type IndexPlace, lostIndex, makeIndex, showIndex, writeAlias } from './open-search/generations.ts';
import type { Flavour } from './open-search/mapping.ts';
import { searchServer } from './server.ts';
import type { openSearchKeys } from './settings.ts';
import { openSettled, type Settled } from './settled.ts';

type OpenSearchSettings = SettingsOf<typeof openSearchKeys>;

/** Small enough for every service (the smallest bound of a request that AWS sets is 10 MB). */
const batch = { changes: 1_000, bytes: 4_000_000 };

export const openSearch = typeOf('opensearch');
export const elasticsearch = typeOf('elasticsearch');

function typeOf(name: Flavour): SinkType<OpenSearchSettings> {
  return { name, batch, open: async (plan) => openBulkSink(name, plan) };
}

function openBulkSink(flavour: Flavour, plan: SinkPlan<OpenSearchSettings>): Sink {
  const { job, generation, settings, isBegun = false } = plan;
  const { index: alias, analyzer } = settings;
  if (alias === undefined)
    throw new WinnowError('config', `sink ${plan.name} has no \`index\`: write the name that searches use`);
  const server = searchServer(plan, 'a search server does');
  const place = { server, flavour, alias, generation, isBegun, job, sink: plan.name, analyzer };
  const settled = openSettled({ name: server.name, sink: plan.name });
  let isReady = false;

  async function ready(signal: AbortSignal): Promise<void> {
    if (!isReady) await makeIndex(place, signal);
    isReady = true;
  }

  return {
    async push(changes, signal) {
      await ready(signal);
      const rest = settled.rest(searchChanges(changes));
      const failed = await send(place, settled, rest, signal);
      if (failed.count > 0)
        throw new WinnowError(
          'unavailable',
          `${server.name} did not take ${failed.count} of ${rest.length} changes yet: ${failed.why}`,
        );
      return settled.end();
    },
    async publish(signal) {
      await ready(signal);
      await showIndex(place, signal);
    },
    async close() {},
  };
}

interface Failed {
  readonly count: number;
  readonly why: string;
}

/** Sends changes, in halves where the server wants less at once. @returns those that are to be sent again */
async function send(
  place: IndexPlace,
  settled: Settled,
  changes: readonly SearchChange[],
  signal: AbortSignal,
): Promise<Failed> {
  const [first] = changes;
  if (first === undefined) return { count: 0, why: '' };
  const { server } = place;
  const path = `/${writeAlias(place)}/_bulk?require_alias=true&filter_path=errors,items.*._id,items.*.status,items.*.error`;
  const question = { method: 'POST', path, body: bulkBody(changes), type: 'application/x-ndjson' } as const;
  const { status, json, why } = await server.ask(question, signal, [400, 413]);
  if (status !== 200) {
    if (changes.length > 1) return await sendHalves(place, settled, changes, signal);
    settled.note(first, status === 400 ? why : 'it is larger than the server takes in a request');
    return { count: 0, why: '' };
  }
  const outcomes = bulkOutcomes(json, changes);
  if (outcomes === undefined) throw server.notOne();
  const conflicts: SearchChange[] = [];
  let failed: Failed = { count: 0, why: '' };
  for (const [i, outcome] of outcomes.entries()) {
    const change = changes[i] as SearchChange;
    const isConflict = outcome.is === 'conflict' && change.document !== undefined;
    if (isConflict) conflicts.push(change);
    else if (outcome.is === 'taken' || outcome.is === 'conflict') settled.note(change, undefined);
    else if (outcome.is === 'refused') settled.note(change, clip(outcome.why, 300));
    else if (outcome.is === 'again') failed = { count: failed.count + 1, why: clip(outcome.why, 200) };
    else throw lostIndex(place, outcome.why);
  }
  const more = await sendConflicting(place, settled, conflicts, signal);
  return { count: failed.count + more.count, why: failed.why || more.why };
}

/**
 * The server remembers versions of what was deleted for a while, so that requests that come late bring nothing back. A record that
 * was made anew counts from 1 again: what is not there, or older, is written whatever its version.
 */
async function sendConflicting(
  place: IndexPlace,
  settled: Settled,
  changes: readonly SearchChange[],
  signal: AbortSignal,
): Promise<Failed> {
  if (changes.length === 0) return { count: 0, why: '' };
  const path = `/${writeAlias(place)}/_mget?_source_includes=revision`;
  const body = JSON.stringify({ ids: changes.map(({ md5 }) => md5) });
  const { json } = await place.server.ask({ method: 'POST', path, body }, signal);
  const revisions = revisionsIn(json);
  const isOld = ({ md5, revision = 0 }: SearchChange): boolean => (revisions.get(md5) ?? -1) >= revision;
  for (const change of changes) if (isOld(change)) settled.note(change, undefined);
  const rest = changes.filter((change) => !isOld(change));
  return await send(place, settled, rest.map(withoutVersion), signal);
}

const withoutVersion = ({ md5, document }: SearchChange): SearchChange => defined({ md5, document });

async function sendHalves(
  place: IndexPlace,
  settled: Settled,
  changes: readonly SearchChange[],
  signal: AbortSignal,
): Promise<Failed> {
  const middle = changes.length >> 1;
  const before = await send(place, settled, changes.slice(0, middle), signal);
  const after = await send(place, settled, changes.slice(middle), signal);
  return { count: before.count + after.count, why: after.why || before.why };
}
