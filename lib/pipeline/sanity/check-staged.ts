import { readStoredObject } from '../../domain/base/stored-json.ts';
import type { Outbox } from '../../domain/collection/outbox.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import { openBody } from '../../domain/frontier/body.ts';
import type { HostName } from '../../domain/url/url.ts';
import type { HostKey } from '../../ports/hosts.ts';
import { guarded, type Inspection, type Suspicion } from './inspection.ts';

const pageSize = 1_000;

/** Checks that somebody needs what turns staged: nothing expires there, and it has the texts of pages. */
export async function* checkStaged(inspection: Inspection): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  let cursor: string | undefined;
  do {
    const page = await ports.staged.list(job.name, '', pageSize, cursor);
    for (const id of page.ids) yield* guarded(id, () => checkOne(inspection, id));
    cursor = page.cursor;
  } while (cursor !== undefined);
}

async function* checkOne(inspection: Inspection, id: string): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  const [line] = (await ports.staged.read(job.name, id)) ?? [];
  const { host, turn } = (line === undefined ? undefined : readStoredObject<ChangeLine>(line)) ?? {};
  if (host === undefined || turn === undefined) return;
  if (await isNeeded(inspection, id, { job: job.name, host: host as HostName }, turn)) return;
  const detail = `no turn needs it; turn ${turn} of ${host} staged it`;
  const mend = async () => {
    await ports.staged.delete(job.name, id);
    return true;
  };
  yield { code: 'staged-stray', subject: id, detail, mend };
}

/** Whether a committed turn that is not published names it, or its turn may yet be committed. */
async function isNeeded(
  { ports, job }: Inspection,
  id: string,
  key: HostKey,
  turn: number,
): Promise<boolean> {
  const control = await ports.hosts.control(key);
  // Read after the control: a turn that was committed meanwhile is seen.
  const stored = await ports.hosts.body(key);
  if (stored === undefined || stored.turn < turn) return true;
  if (stored.turn > turn || (control?.published ?? 0) >= turn) return false;
  const { outbox } = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host: key.host });
  return (outbox as Partial<Outbox> | undefined)?.staged === id;
}
