import { defined } from '../../base/defined.ts';
import { type ErrorCode, isOutage } from '../../base/error.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import type { HostName } from '../../base/url/url.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import { failureText } from './isolate-jobs.ts';

/** A host whose turns failed again and again, whatever its server answered. The other hosts go on. Times in epoch ms. */
export interface QuarantinedHost {
  readonly host: HostName;
  readonly since: number;
  /** When it is tried again. */
  readonly until: number;
  /** How often in a row it was quarantined. */
  readonly times: number;
  /** The number of the turn that failed; absent: no ticket could be made. */
  readonly turn?: number;
  readonly code: ErrorCode;
  readonly message: string;
}

type Noting = Pick<Ports, 'jobs' | 'hosts' | 'clock'>;

const noteName = 'quarantine';
/** Hosts that the note names, the last ones: a note has a few KB. */
const mostNamed = 20;
const mostLetters = 300;
/** How often the note is written again after a lost race for it. */
const attempts = 5;
/** The first rest of a damaged host, and of one whose store did not answer; each further one is twice as long. */
const [damagedMs, outageMs, longestMs] = [3_600_000, 60_000, 86_400_000];

/** The hosts of a job in quarantine: a host that has had a turn since then is not any more. */
export async function quarantinedHosts(
  { jobs, hosts }: Pick<Noting, 'jobs' | 'hosts'>,
  job: string,
): Promise<readonly QuarantinedHost[]> {
  const named = namedIn((await jobs.note(job, noteName))?.text);
  const still = await Promise.all(
    named.map(async (one) => await isStill(hosts, { job, host: one.host }, one)),
  );
  return named.filter((_, index) => still[index]);
}

async function isStill(hosts: Noting['hosts'], key: HostKey, { turn }: QuarantinedHost): Promise<boolean> {
  try {
    const control = await hosts.control(key);
    return control !== undefined && turn !== undefined && control.published < turn;
  } catch (error) {
    if (isOutage(error)) throw error;
    return true;
  }
}

/** Notes that a host is quarantined, for `winnow status`, `doctor` and `sanity`. The caller puts its due entry off. */
export async function noteQuarantine(
  ports: Noting,
  { job, host }: HostKey,
  { error, turn }: { readonly error: unknown; readonly turn?: number | undefined },
): Promise<QuarantinedHost> {
  const now = ports.clock.now();
  const { code, message } = failureText(error);
  return await changeNote(ports, job, async (named) => {
    const before = named.find((one) => one.host === host);
    const isInRow = before !== undefined && (await isStill(ports.hosts, { job, host }, before));
    const times = isInRow ? before.times + 1 : 1;
    const restMs = Math.min(longestMs, (isOutage(error) ? outageMs : damagedMs) * 2 ** (times - 1));
    const quarantined: QuarantinedHost = {
      ...{ host, since: isInRow ? before.since : now, until: now + restMs, times },
      ...defined({ turn }),
      ...{ code, message: message.slice(0, mostLetters) },
    };
    const next = [...named.filter((one) => one.host !== host), quarantined];
    return { next: next.slice(-mostNamed), result: quarantined };
  });
}

/** Has a host tried again now, as one that was never in quarantine. */
export async function endQuarantine(
  ports: Noting & Pick<Ports, 'due'>,
  { job, host }: HostKey,
): Promise<void> {
  await changeNote(ports, job, async (named) => ({
    next: named.filter((one) => one.host !== host),
    result: undefined,
  }));
  await ports.due.put(job, { at: ports.clock.now(), host, wake: true });
}

/** After many lost races the note lacks the change: it only names what is so. */
async function changeNote<T>(
  { jobs }: Pick<Noting, 'jobs'>,
  job: string,
  change: (
    named: readonly QuarantinedHost[],
  ) => Promise<{ readonly next: readonly QuarantinedHost[]; readonly result: T }>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const note = await jobs.note(job, noteName);
    const { next, result } = await change(namedIn(note?.text));
    const text = JSON.stringify({ v: 1, hosts: next });
    if ((await jobs.putNote(job, noteName, note?.version ?? 0, text)) || attempt >= attempts) return result;
  }
}

function namedIn(text: string | undefined): readonly QuarantinedHost[] {
  const { hosts } = (text && readStoredObject<{ readonly hosts?: readonly QuarantinedHost[] }>(text)) || {};
  return Array.isArray(hosts) ? hosts : [];
}
