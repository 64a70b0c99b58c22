import { readStoredObject } from '../../base/stored-json.ts';
import type { HostName } from '../../base/url/url.ts';
import type { Outbox } from '../../domain/collection/outbox.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import { openBody } from '../../domain/frontier/body.ts';
import type { HostKey } from '../../ports/hosts.ts';
import { guarded, type Inspection, type Suspicion } from './inspection.ts';

/** Checks that somebody needs what turns staged: nothing expires there, and it has the texts of pages. */
export async function* checkStaged(inspection: Inspection): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  for (const id of await ports.staged.list(job.name)) yield* guarded(id, () => checkOne(inspection, id));
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

/** Whether the host's last turn names it, which the next one deletes, or its turn may yet be committed. */
async function isNeeded(
  { ports, job }: Inspection,
  id: string,
  key: HostKey,
  turn: number,
): Promise<boolean> {
  const stored = await ports.hosts.body(key);
  if (stored === undefined || stored.turn < turn) return true;
  const { outbox } = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host: key.host });
  return (outbox as Partial<Outbox> | null | undefined)?.staged === id;
}
