import { WinnowError } from '../../base/error.ts';
import { clip } from '../../base/printable.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Gone, RecordChange } from '../feed/outgoing.ts';
import type { SinkRefusal } from './sink.ts';
import { attempts } from './sink-state.ts';

/** A change that the target refused. */
export interface RefusedChange {
  readonly md5: string;
  readonly url: string;
  readonly host: string;
  /** Epoch ms of the refusal. */
  readonly at: number;
  readonly why: string;
}

/** What a sink set aside. */
export interface RefusedList {
  /** The oldest first. */
  readonly refused: readonly RefusedChange[];
  /** Older ones, which had no room: only a rebuild sends them again. */
  readonly dropped: number;
}

type Jobs = Pick<Ports, 'jobs'>;

const [most, mostUrl, mostWhy] = [500, 300, 200];
// Names of sinks have no dot.
const noteOf = (name: string): string => `sink-${name}.refused`;
const nothing: RefusedList = { refused: [], dropped: 0 };

export async function readRefused({ jobs }: Jobs, job: string, name: string): Promise<RefusedList> {
  const note = await jobs.note(job, noteOf(name));
  return note === undefined ? nothing : listIn(note.text);
}

/** A list that cannot be read is an empty one: a rebuild sends everything. */
function listIn(text: string): RefusedList {
  try {
    return JSON.parse(text) as RefusedList;
  } catch {
    return nothing;
  }
}

/** Forgets what was set aside. */
export async function forgetRefused(ports: Jobs, job: string, name: string): Promise<void> {
  await changeRefused(ports, job, name, () => nothing);
}

/** Sets aside what a target refused of some changes, and takes the others back out of the list. */
export async function keepRefused(
  ports: Jobs,
  { job, name }: { readonly job: string; readonly name: string },
  changes: readonly RecordChange[],
  pushed: { readonly refusals: readonly SinkRefusal[]; readonly at: number },
): Promise<void> {
  const { refusals, at } = pushed;
  const why = new Map(refusals.map((one) => [one.md5, one.why]));
  await changeRefused(ports, job, name, (was) => {
    const md5s = new Set(changes.map((one) => goneOf(one).md5));
    const kept = was.refused.filter(({ md5 }) => !md5s.has(md5));
    const last = new Map(changes.map((one) => [goneOf(one).md5, goneOf(one)]));
    const fresh = [...last.values()].flatMap(({ md5, url, host }) => {
      const said = why.get(md5);
      return said === undefined
        ? []
        : [{ md5, url: url.slice(0, mostUrl), host, at, why: clip(said, mostWhy) }];
    });
    if (fresh.length === 0 && kept.length === was.refused.length) return was;
    const all = [...kept, ...fresh];
    return { refused: all.slice(-most), dropped: was.dropped + Math.max(0, all.length - most) };
  });
}

/** The place of a change, whatever became of its record. */
export function goneOf(change: RecordChange): Gone {
  if ('gone' in change) return change.gone;
  const { md5, url, at, host, job } = change.line;
  return { md5, url, at, host, job };
}

async function changeRefused(
  { jobs }: Jobs,
  job: string,
  name: string,
  change: (was: RefusedList) => RefusedList,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const note = await jobs.note(job, noteOf(name));
    const was = note === undefined ? nothing : listIn(note.text);
    const next = change(was);
    if (next === was) return;
    if (await jobs.putNote(job, noteOf(name), note?.version ?? 0, JSON.stringify(next))) return;
  }
  throw new WinnowError('unavailable', `what the sink ${name} refused is being changed by others; try again`);
}
