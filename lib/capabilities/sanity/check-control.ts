import { faultOf } from '../../base/error.ts';
import type { HostName } from '../../base/url/url.ts';
import { openBody } from '../../domain/frontier/body.ts';
import { mayWaitInLine } from '../../pipeline/dispatch/gate-lines.ts';
import { newHost } from '../../pipeline/frontier/deliver.ts';
import { duePositionIn, isBefore } from '../../pipeline/frontier/due-position.ts';
import type { DueEntry } from '../../ports/due-index.ts';
import type { HostControl, HostKey, InboxItem } from '../../ports/hosts.ts';
import { checkInbox } from './check-inbox.ts';
import { when } from './check-times.ts';
import type { Inspection, Suspicion } from './inspection.ts';
import { controlAnew, wakeHost } from './mend-host.ts';

/** An hour. The dispatcher ticks every few seconds: if a ticket ended longer ago than this, the dispatcher has lost it. */
const longAgoMs = 3_600_000;

/** Checks that the dispatcher will look at a host that is due or has a ticket. */
export function checkDue(inspection: Inspection, key: HostKey, control: HostControl): readonly Suspicion[] {
  const { ports, job, due } = inspection;
  const subject = key.host;
  const at = control.state === 'due' ? control.dueAt : control.ticketExpires;
  if (control.state === 'idle' || at === undefined) return [];
  const what = control.state === 'due' ? 'it is due' : 'its ticket ends';
  const mend = async () => {
    await ports.due.put(key.job, { at, host: key.host, wake: false, ...duePositionIn(control) });
    return true;
  };
  if (due.isMissing(key.host, at) && !isPutOff(inspection, key.host))
    return [
      {
        code: 'host-forgotten',
        subject,
        detail: `${what} at ${when(at)}, without an entry of the due index`,
        mend,
      },
    ];
  if (isBehind(due.of(key.host), control)) {
    const { band = 0, rank } = control;
    return [
      {
        code: 'index-stale',
        subject,
        detail: `it is due in band ${band} with rank ${rank}, and stands further behind`,
        mend,
      },
    ];
  }
  const late = ports.clock.now() - at;
  if (control.state !== 'ticketed' || late < longAgoMs || job.state !== 'open') return [];
  return [{ code: 'ticket-lost', subject, detail: `${what} at ${when(at)}` }];
}

/** Whether a host waits in the line of a gate that hosts share. Its due entry is then later than its control says. */
function isPutOff({ ports, settings, due }: Inspection, host: HostName): boolean {
  if (settings === undefined) return false;
  const now = ports.clock.now();
  return due.of(host).some(({ at }) => mayWaitInLine(host, settings, { at, now }));
}

/** Whether every entry for a due host stands behind the place that its control gives it. A wake entry has no rank. */
function isBehind(entries: readonly DueEntry[], control: HostControl): boolean {
  const { state, dueAt = 0, rank } = control;
  const soon = entries.filter(({ at }) => at <= dueAt);
  if (state !== 'due' || rank === undefined || soon.length === 0) return false;
  return soon.every((entry) => entry.at === dueAt && !entry.wake && isBefore(control, entry));
}

/** Compares a host's control with its inbox, whose first message is `first`. */
export async function checkControl(
  inspection: Inspection,
  key: HostKey,
  control: HostControl,
  first: InboxItem | undefined,
): Promise<readonly Suspicion[]> {
  if (control.state !== 'idle' || !inspection.due.isAsleep(key.host)) return [];
  const { waits } = control;
  if (waits === undefined && first === undefined) return [];
  const detail = waits
    ? `it waits for ${waits.domain}, and nobody wakes it`
    : `links were sent to it (${first?.id}), and it sleeps`;
  return [{ code: 'host-forgotten', subject: key.host, detail, mend: wakeHost(inspection, key) }];
}

/** Checks that entries of the due index lead to hosts. A new host gets its inbox before its control. */
export async function* checkEntries(inspection: Inspection): AsyncGenerator<Suspicion> {
  const { ports, job, due } = inspection;
  const known = new Map<HostName, boolean>();
  for (const entry of due.entries) {
    const key = { job: job.name, host: entry.host };
    let isKnown = known.get(entry.host);
    if (isKnown === undefined) {
      isKnown = (await ports.hosts.control(key)) !== undefined;
      known.set(entry.host, isKnown);
      const lost = isKnown ? undefined : await checkLost(inspection, key);
      if (lost !== undefined) {
        known.set(entry.host, true);
        yield lost;
        continue;
      }
    }
    if (isKnown) continue;
    const { first: item, found } = await checkInbox(inspection, key);
    yield* found;
    const mend = async () => {
      if (item === undefined) await ports.due.delete(job.name, [entry]);
      else await ports.hosts.putControl(key, undefined, newHost);
      return true;
    };
    const holds = item === undefined ? 'nothing' : `links (${item.id})`;
    const detail = `the due index has it at ${when(entry.at)}, and the job does not know it; its inbox has ${holds}`;
    yield { code: 'index-stale', subject: entry.host, detail, mend };
  }
}

/** A host without a control that has a body: it had a control. Also undefined if the host was reported before. */
export async function checkLost(inspection: Inspection, key: HostKey): Promise<Suspicion | undefined> {
  const { ports, job, reported } = inspection;
  if (reported.has(key.host)) return undefined;
  reported.add(key.host);
  const stored = await ports.hosts.body(key);
  if (stored === undefined) return undefined;
  const base = { code: 'control-wrong', subject: key.host } as const;
  const detail = `it is not there; what the host knows is of turn ${stored.turn}`;
  try {
    const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host: key.host });
    return { ...base, detail, mend: controlAnew(inspection, key, undefined, body) };
  } catch (error) {
    return { ...base, detail: `${detail}; ${faultOf(error)}` };
  }
}
