import { faultOf } from '../../domain/base/error.ts';
import { readStoredObject } from '../../domain/base/stored-json.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Inspection, Suspicion } from './inspection.ts';

const pageSize = 1_000;

/** Checks that an indexer that follows the changes finds the object of a turn. */
export async function checkObject(
  { ports, changes, reported }: Inspection,
  { job, host }: HostKey,
  turn: number,
): Promise<Suspicion | undefined> {
  const subject = `${host} ${turn}`;
  if (reported.has(subject) || (await changes.has(host, turn)) !== false) return undefined;
  reported.add(subject);
  const lines = await ports.changes.read(job, host, turn).catch((error: unknown) => void faultOf(error));
  if (lines === undefined) return { code: 'changes-gap', subject, detail: 'it is not there' };
  const mend = async () => {
    await ports.changes.put(job, host, turn, lines);
    return true;
  };
  return { code: 'change-unlisted', subject, detail: `it has ${lines.length} lines`, mend };
}

/** Checks every listed changes object: it can be read, its lines are whole, and its predecessor is there. */
export async function* checkChanges(inspection: Inspection): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  let cursor: string | undefined;
  for (;;) {
    const page = await ports.changes.list(job.name, {}, pageSize, cursor);
    for (const { host, turn } of page.objects) yield* checkLines(inspection, host, turn);
    if (page.cursor === undefined || (page.objects.length === 0 && page.cursor === cursor)) return;
    cursor = page.cursor;
  }
}

async function* checkLines(inspection: Inspection, host: string, turn: number): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  const subject = `${host} ${turn}`;
  let lines: readonly string[] | undefined;
  try {
    lines = await ports.changes.read(job.name, host, turn);
  } catch (error) {
    yield { code: 'changes-gap', subject, detail: faultOf(error) };
    return;
  }
  if (lines === undefined) {
    yield { code: 'changes-gap', subject, detail: 'it is listed, and not there' };
    return;
  }
  for (const [ordinal, json] of lines.entries()) {
    const line = readStoredObject<ChangeLine>(json);
    if (line?.md5 === undefined || (line.ordinal ?? ordinal) !== ordinal || (line.turn ?? turn) !== turn) {
      yield { code: 'changes-gap', subject, detail: `line ${ordinal} is damaged, or of another turn` };
      return;
    }
    if (ordinal > 0 || !line.previous) continue;
    const before = await checkObject(
      inspection,
      { job: job.name, host: host as HostKey['host'] },
      line.previous,
    );
    if (before !== undefined) yield before;
  }
}
