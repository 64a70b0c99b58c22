import type { Line } from '../../base/line.ts';
import { aloneName, batchName, type TurnPlace } from '../../domain/collection/changes-name.ts';
import type { Ports } from '../../ports/ports.ts';
import { type BatchMember, openTurnBatch, writeTogether } from './turn-batch.ts';

/**
 * Collects the change lines of committed turns that ran side by side into one changes object per job. Its name is known from
 * the beginning, as the register names it before it is put. If the shared object cannot be put, or the lines of a turn are
 * late, a turn puts an object of its own, and writes its lines and its register entries once more, with that name.
 */
export interface ChangesBatch {
  join(): ChangesShare;
}

export interface ChangesShare {
  /** The name of the object that the lines are meant for. The commit writes it down. */
  readonly object: string;
  /**
   * Puts the lines of a committed turn. Ends the membership.
   * @returns the object that has them; undefined: there were none
   */
  put(lines: TurnsLines): Promise<string | undefined>;
  /** Ends the membership: no other turn waits for this one any more. Does nothing after `put`. */
  leave(): void;
}

export interface TurnsLines extends TurnPlace {
  readonly job: string;
  /** Makes the lines, once the object is about to be put. Idempotent. @param object its name */
  write(object: string): Promise<readonly Line[]>;
}

interface Told {
  readonly turn: TurnsLines;
  /** Name of the batch's object when the turn joined. */
  readonly object: string;
  /** The object that has the lines. */
  place?: string | undefined;
}

type Storing = Pick<Ports, 'changes' | 'entropy' | 'clock'>;

export interface ChangesTimes {
  /** Monotonic ms after which no turn waits for others. */
  readonly waitBy: number;
  /** Monotonic ms after which the shared object does not wait for lines. */
  readonly writeBy: number;
}

/**
 * Behind the commit, whose links wait for each other before it, and well before turns count as not ended in time.
 * @param endBy monotonic ms by which the worker must have ended
 */
export function changesTimes({
  endBy,
  commitMs,
}: {
  readonly endBy: number;
  readonly commitMs: number;
}): ChangesTimes {
  return { waitBy: endBy - commitMs / 2, writeBy: endBy - (3 * commitMs) / 8 };
}

export function openChangesBatch(ports: Storing, { waitBy, writeBy }: ChangesTimes): ChangesBatch {
  const fresh = (): string => batchName(ports.clock.now(), ports.entropy.id());
  let object = fresh();
  const batch = openTurnBatch<Told>(ports.clock, {
    waitBy,
    together(waiting) {
      const name = object;
      // An object is put once: turns that join or come later share another one.
      object = fresh();
      const members = waiting.filter(({ value }) => value.object === name);
      for (const of of Map.groupBy(members, ({ value }) => value.turn.job).values())
        void putTogether(ports, name, of, writeBy);
      for (const { value, resolve, reject } of waiting)
        if (value.object !== name) putAlone(ports, value).then(resolve, reject);
    },
    alone: (told) => putAlone(ports, told),
  });
  return {
    join() {
      const share = batch.join();
      const joined = object;
      return {
        object: joined,
        async put(turn) {
          const told: Told = { turn, object: joined };
          await share.put(told);
          return told.place;
        },
        leave: share.leave,
      };
    },
  };
}

/** Puts the lines of one turn into an object of its own, whose name follows from that of the batch. */
export async function putOwnChanges(
  ports: Pick<Ports, 'changes'>,
  batch: string,
  turn: TurnsLines,
): Promise<string | undefined> {
  const name = aloneName(batch, turn);
  const lines = await turn.write(name);
  if (lines.length === 0) return undefined;
  await ports.changes.put(turn.job, name, lines);
  return name;
}

async function putAlone(ports: Storing, told: Told): Promise<void> {
  told.place = await putOwnChanges(ports, told.object, told.turn);
}

/** Members whose lines are made in time share the object; a member whose lines are not, or fail, affects no other. */
async function putTogether(
  ports: Storing,
  name: string,
  members: readonly BatchMember<Told>[],
  writeBy: number,
): Promise<void> {
  const inTime = new AbortController();
  const deadline = ports.clock
    .sleep(Math.max(0, writeBy - ports.clock.monotonic()), inTime.signal)
    .then(() => 'late' as const)
    .catch(() => 'late' as const);
  const alone = ({ value, resolve, reject }: BatchMember<Told>) =>
    void putAlone(ports, value).then(resolve, reject);
  const made = await Promise.all(
    members.map(async (member) => {
      try {
        const lines = await Promise.race([member.value.turn.write(name), deadline]);
        if (lines !== 'late') return { member, lines };
        alone(member);
      } catch (error) {
        member.reject(error);
      }
      return undefined;
    }),
  );
  inTime.abort();
  const ready = made.filter((one) => one !== undefined);
  const [first] = ready;
  await writeTogether(
    ready.map(({ member }) => member),
    async () => {
      const all = ready.flatMap(({ lines }) => lines);
      if (first !== undefined && all.length > 0)
        await ports.changes.put(first.member.value.turn.job, name, all);
      for (const { member, lines } of ready) if (lines.length > 0) member.value.place = name;
    },
    (told) => putAlone(ports, told),
  );
}
