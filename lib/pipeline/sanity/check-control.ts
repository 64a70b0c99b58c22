import type { HostName } from '../../domain/url.ts';
import type { DueEntry } from '../../ports/due-index.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import { newHost } from '../deliver.ts';
import { isBefore, placeIn } from '../due-bands.ts';
import type { Inspection, Suspicion } from './inspection.ts';

/** The dispatcher ticks every few seconds: a ticket that ended so long ago has been forgotten. */
const longAgoMs = 3_600_000;

/** Whether a host that somebody has to look at again is going to be looked at. */
export function checkDue(inspection: Inspection, key: HostKey, control: HostControl): readonly Suspicion[] {
  const { ports, job, due } = inspection;
  const subject = key.host;
  const at = control.state === 'due' ? control.dueAt : control.ticketExpires;
  if (control.state === 'idle' || at === undefined) return [];
  const what = control.state === 'due' ? 'it is due' : 'its ticket ends';
  if (due.isMissing(key.host, at)) {
    const mend = async () => {
      await ports.due.put(key.job, { at, host: key.host, wake: false, ...placeIn(control) });
      return true;
    };
    return [{ code: 'due-without-entry', subject, detail: `${what} at ${new Date(at).toISOString()}`, mend }];
  }
  if (isBehind(due.of(key.host), control)) {
    const mend = async () => {
      await ports.due.put(key.job, { at, host: key.host, wake: false, ...placeIn(control) });
      return true;
    };
    const { band = 0, rank } = control;
    return [{ code: 'place-behind', subject, detail: `it is due in band ${band} with rank ${rank}`, mend }];
  }
  const late = ports.clock.now() - at;
  if (control.state !== 'ticketed' || late < longAgoMs || job.state !== 'open') return [];
  return [{ code: 'ticket-lost', subject, detail: `${what} at ${new Date(at).toISOString()}` }];
}

/** Whether all that makes somebody look at a host that is due comes after its place. A wake tells nothing of a rank. */
function isBehind(entries: readonly DueEntry[], control: HostControl): boolean {
  const { state, dueAt = 0, rank } = control;
  const soon = entries.filter(({ at }) => at <= dueAt);
  if (state !== 'due' || rank === undefined || soon.length === 0) return false;
  return soon.every((entry) => entry.at === dueAt && !entry.wake && isBefore(control, entry));
}

/** What a host's control says against its inbox and its registered domain. */
export async function checkControl(
  inspection: Inspection,
  key: HostKey,
  control: HostControl,
): Promise<readonly Suspicion[]> {
  if (control.state !== 'idle') return [];
  const { ports, due } = inspection;
  const { waits } = control;
  if (waits !== undefined) {
    const domainKey = { job: key.job, domain: waits.domain };
    if (await inspection.waiting.has(domainKey, key.host)) return [];
    const mend = async () => {
      await ports.domains.wait(domainKey, { place: waits.place, host: key.host });
      return await wakeHost(inspection, key)();
    };
    return [{ code: 'waits-unlisted', subject: key.host, detail: `the domain is ${waits.domain}`, mend }];
  }
  if (!due.isAsleep(key.host)) return [];
  const [item] = await ports.hosts.inbox(key, 1);
  if (item === undefined) return [];
  const mend = wakeHost(inspection, key);
  return [{ code: 'inbox-unread', subject: key.host, detail: `there is ${item.id}`, mend }];
}

/** Makes the dispatcher look at a host; the host's own turn finds out what there is to do. */
export function wakeHost({ ports }: Inspection, key: HostKey): () => Promise<boolean> {
  return async () => {
    await ports.due.put(key.job, { at: ports.clock.now(), host: key.host, wake: true });
    return true;
  };
}

/** Entries of the due index that lead nowhere. A host that is being made has its inbox first. */
export async function* checkEntries({ ports, job, due }: Inspection): AsyncGenerator<Suspicion> {
  const known = new Map<HostName, boolean>();
  for (const entry of due.entries) {
    const key = { job: job.name, host: entry.host };
    let isKnown = known.get(entry.host);
    if (isKnown === undefined) {
      isKnown = (await ports.hosts.control(key)) !== undefined;
      known.set(entry.host, isKnown);
    }
    if (isKnown) continue;
    const [item] = await ports.hosts.inbox(key, 1);
    const mend = async () => {
      if (item === undefined) await ports.due.delete(job.name, [entry]);
      else await ports.hosts.putControl(key, undefined, newHost);
      return true;
    };
    const holds = item === undefined ? 'nothing' : `links (${item.id})`;
    const detail = `due at ${new Date(entry.at).toISOString()}; its inbox has ${holds}`;
    yield { code: 'entry-without-host', subject: entry.host, detail, mend };
  }
}
