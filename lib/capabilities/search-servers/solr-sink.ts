import { WinnowError } from '../../base/error.ts';
import { clip } from '../../base/printable.ts';
import type { SettingsOf } from '../../base/setting-kinds/section.ts';
import type { Sink, SinkPlan, SinkType } from '../../pipeline/sinks/sink.ts';
import { type SearchChange, searchChanges } from './document.ts';
import { searchServer } from './server.ts';
import type { solrKeys } from './settings.ts';
import { openSettled, type Settled } from './settled.ts';
import {
  type CollectionPlace,
  collectionName,
  makeCollection,
  missingCollection,
  showCollection,
} from './solr/collections.ts';
import { commandFor, isDone, type Present, presentIn } from './solr/update.ts';

type SolrSettings = SettingsOf<typeof solrKeys>;

/** How often a batch is read again because somebody else changed a record meanwhile. */
const maxConflicts = 3;

export const solr: SinkType<SolrSettings> = {
  name: 'solr',
  batch: { changes: 500, bytes: 4_000_000 },
  open: async (plan) => openSolrSink(plan),
};

function openSolrSink(plan: SinkPlan<SolrSettings>): Sink {
  const { job, generation, settings, isBegun = false } = plan;
  const { collection: alias, textType, commitWithinMs } = settings;
  if (alias === undefined)
    throw new WinnowError(
      'config',
      `sink ${plan.name} has no \`collection\`: write the name that searches use`,
    );
  const server = searchServer(plan, 'Solr does, below /solr');
  const place = { server, alias, generation, isBegun, job, sink: plan.name, textType };
  const settled = openSettled({ name: server.name, sink: plan.name });
  let isReady = false;

  async function ready(signal: AbortSignal): Promise<void> {
    if (!isReady) await makeCollection(place, signal);
    isReady = true;
  }

  return {
    async push(changes, signal) {
      await ready(signal);
      const rest = settled.rest(searchChanges(changes));
      await update({ place, settled, commitWithinMs, signal }, rest);
      return settled.end();
    },
    async publish(signal) {
      await ready(signal);
      await showCollection(place, signal);
    },
    async close() {},
  };
}

interface Updating {
  readonly place: CollectionPlace;
  readonly settled: Settled;
  readonly commitWithinMs: number;
  readonly signal: AbortSignal;
}

/** Sends changes until each is taken or refused. Solr stops at the first fault of a request, and names its document. */
async function update(updating: Updating, changes: readonly SearchChange[]): Promise<void> {
  const { place, settled } = updating;
  let left = changes;
  let conflicts = 0;
  while (left.length > 0) {
    const { status, why } = await send(updating, left);
    if (status === 200) {
      for (const change of left) settled.note(change, undefined);
      return;
    }
    if (status === 409) {
      conflicts += 1;
      if (conflicts < maxConflicts) continue;
      throw new WinnowError(
        'unavailable',
        `${place.server.name}: somebody else writes the same records: ${why}`,
      );
    }
    const [first] = left;
    const named = left.length === 1 ? first : left.find(({ md5 }) => why.includes(md5));
    if (named === undefined) {
      const middle = left.length >> 1;
      await update(updating, left.slice(0, middle));
      left = left.slice(middle);
      continue;
    }
    settled.note(named, status === 413 ? 'it is larger than the server takes in a request' : clip(why, 300));
    left = left.filter((change) => change !== named);
  }
}

async function send({ place, commitWithinMs, signal }: Updating, changes: readonly SearchChange[]) {
  const { server } = place;
  const present = await readPresent(place, changes, signal);
  const commands = changes.flatMap((change) => commandFor(change, present.get(change.md5)) ?? []);
  if (commands.length === 0) return { status: 200, why: '' };
  const path = `/${collectionName(place)}/update?commitWithin=${commitWithinMs}&wt=json`;
  const body = `{${commands.join(',\n')}}`;
  const answer = await server.ask({ method: 'POST', path, body }, signal, [400, 409, 413]);
  if (answer.status === 200 && !isDone(answer.json)) throw server.notOne();
  return answer;
}

/** What the collection has of the records, whether searches find it yet or not. */
async function readPresent(
  place: CollectionPlace,
  changes: readonly SearchChange[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Present>> {
  const { server } = place;
  const ids = changes.map(({ md5 }) => md5).join(',');
  const body = new URLSearchParams({ ids, fl: 'id,revision,_version_', wt: 'json' }).toString();
  const question = {
    method: 'POST',
    path: `/${collectionName(place)}/get`,
    body,
    type: 'application/x-www-form-urlencoded',
  } as const;
  const { status, text } = await server.ask(question, signal, [404]);
  if (status === 404) throw await missingCollection(place, signal);
  const present = presentIn(text);
  if (present === undefined) throw server.notOne();
  return present;
}
