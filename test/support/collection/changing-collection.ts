import type { Change, Previous, TurnChanges } from '../../../examples/indexer/change.ts';
import { seededRandom } from '../seeded-random.ts';
import { ownObject } from './own-object.ts';

export const changingJob = 'birds';
const job = changingJob;

/** A collection as Winnow keeps it, and every changes object that it put. */
export interface ChangingCollection {
  readonly objects: readonly TurnChanges[];
  /** MD5 → the URLs that lead there. */
  readonly records: ReadonlyMap<string, readonly string[]>;
}

/**
 * Turns of some hosts, each of which gives URLs contents that others may have too, as the register counts them: URLs of
 * different hosts join one record, and the last that leaves deletes it. Clocks are wrong by up to a minute.
 */
export function changingCollection(seed: number, turns: number): ChangingCollection {
  const random = seededRandom(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const records = new Map<string, string[]>();
  const revisions = new Map<string, number>();
  const content = new Map<string, string>();
  const last = new Map<string, { turn: number; told: number }>();
  const objects: TurnChanges[] = [];
  for (let now = 0; now < turns; now += 1) {
    const host = `h${pick(3)}.example`;
    const { turn: before, told } = last.get(host) ?? { turn: 0, told: 0 };
    const turn = before + 1 + pick(3);
    const changes: Change[] = [];
    const tell = (change: Change['change'], md5: string, url: string) => {
      const revision = (revisions.get(md5) ?? 0) + 1;
      revisions.set(md5, revision);
      const urls = [...(records.get(md5) ?? [])];
      const at = 1_000_000 + now * 1_000 + pick(120_000) - 60_000;
      const place = {
        v: 2,
        job,
        host,
        turn,
        ordinal: changes.length,
        previous: placeOf(host, told),
      } as const;
      const record = { title: `Title ${md5}`, text: `text of ${md5}`, urls };
      changes.push({ ...place, change, md5, revision, at, url, ...(change === 'deleted' ? {} : { record }) });
    };
    const leave = (url: string) => {
      const md5 = content.get(url);
      if (md5 === undefined) return;
      content.delete(url);
      const left = (records.get(md5) ?? []).filter((other) => other !== url);
      if (left.length > 0) records.set(md5, left);
      else records.delete(md5);
      tell(left.length > 0 ? 'updated' : 'deleted', md5, url);
    };
    for (let visits = pick(4); visits >= 0; visits -= 1) {
      const url = `http://${host}/${pick(4)}`;
      const md5 = `content-${pick(8)}`;
      if (content.get(url) === md5) continue;
      leave(url);
      if (random() < 0.3) continue;
      const urls = records.get(md5);
      content.set(url, md5);
      records.set(md5, [...(urls ?? []), url]);
      tell(urls === undefined ? 'created' : 'updated', md5, url);
    }
    if (changes.length > 0) objects.push({ job, host, turn, changes });
    last.set(host, { turn, told: changes.length > 0 ? turn : told });
  }
  return { objects, records };
}

/** A turn of a host, 0 for none, and the key of its object. */
function placeOf(host: string, turn: number): Previous {
  return turn === 0 ? { turn } : { turn, object: `changes/${job}/${ownObject({ host, turn })}.jsonl.gz` };
}

/** What an index must have: for each record the URL that it gives. */
export const expectedPages = ({ records }: ChangingCollection): ReadonlyMap<string, string> =>
  new Map([...records].map(([md5, [url = '']]) => [md5, url]));
