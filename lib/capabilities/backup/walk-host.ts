import { WinnowError } from '../../base/error.ts';
import { stagedBeginning } from '../../domain/collection/staged-id.ts';
import { openBody } from '../../domain/frontier/body.ts';
import { gateKeys } from '../../domain/politeness/gate-key.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { HostControl, HostKey, StoredBody } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { JobBackup } from '../../ports/operate/job-backup.ts';
import type { Ports } from '../../ports/ports.ts';
import { type DumpedGate, type Entry, packLines } from './entry.ts';

export type DumpPorts = Omit<Ports, 'fetcher' | 'reader'> & { readonly backup: JobBackup };

/** How often a host is read, as it may have a turn meanwhile. */
const looks = 5;
/** Later than the end of any segment. */
const whole = 2 ** 48;
const mostConversions = 100_000;

export interface DumpedJob {
  readonly job: Job;
  readonly settings: JobSettings;
}

/**
 * A host as one of its commits left it. Its inbox is read before its body: a message that a turn takes in meanwhile is in both, and a host
 * ignores what it knows. What a turn deletes while it is read is read again.
 */
export async function* hostEntries(
  ports: DumpPorts,
  { job, settings }: DumpedJob,
  key: HostKey,
): AsyncGenerator<Entry> {
  for (let look = 1; ; look += 1) {
    const before = await ports.hosts.control(key);
    if (before === undefined) return;
    try {
      yield* inboxEntries(ports, key);
      const body = await ports.hosts.body(key);
      if (body !== undefined) yield* bodyEntries(ports, job, key, body);
      yield* besideBody(ports, key);
      const control = (await ports.hosts.control(key)) ?? before;
      const isStill = control.turn === before.turn && control.published === before.published;
      if (!isStill && look < looks) continue;
      const turn = body?.turn ?? 0;
      const gates = await gatesOf(ports, key, settings);
      const head = { kind: 'host', ...key, control: settled(control, turn), turn, gates } as const;
      yield { head, blobs: body === undefined ? [] : [body.bytes] };
      return;
    } catch (error) {
      const isGone = error instanceof WinnowError && error.code === 'not-found';
      if (!isGone || look >= looks) throw error;
    }
  }
}

/** The control without its ticket, which is not carried: the host is due, and its next turn publishes what its last one left. */
function settled(control: HostControl, turn: number): HostControl {
  const { ticket: _, ticketExpires: _t, told, ...rest } = control;
  return {
    ...rest,
    ...(told !== undefined && told.turn <= turn && { told }),
    ...(control.state === 'ticketed' && { state: 'due', dueAt: control.dueAt ?? 0 }),
    ...{ turn, published: Math.min(control.published, turn) },
  };
}

async function* inboxEntries({ backup }: DumpPorts, key: HostKey): AsyncGenerator<Entry> {
  for (let after: string | undefined; ; ) {
    const items = await backup.inbox(key, after);
    if (items.length === 0) return;
    const head = { kind: 'inbox', ...key, items: items.map(({ bytes: _, ...item }) => item) } as const;
    yield { head, blobs: items.map(({ bytes }) => bytes) };
    after = items.at(-1)?.id;
  }
}

async function* bodyEntries(
  { segments }: DumpPorts,
  { fingerprintKey }: Job,
  key: HostKey,
  { bytes }: StoredBody,
): AsyncGenerator<Entry> {
  for (const id of openBody(bytes, { fingerprintKey, host: key.host }).named) {
    const head = { kind: 'segment', ...key, id } as const;
    yield { head, blobs: [await segments.read(key, id, 0, whole)] };
  }
}

async function* besideBody(
  { offTopic, staged, conversions }: DumpPorts,
  key: HostKey,
): AsyncGenerator<Entry> {
  for (const id of await offTopic.list(key)) {
    const lines = await offTopic.read(key, id);
    if (lines !== undefined)
      yield { head: { kind: 'off-topic', ...key, id }, blobs: [await packLines(lines)] };
  }
  for (const id of await staged.list(key.job, stagedBeginning(key.host))) {
    const lines = await staged.read(key.job, id);
    if (lines !== undefined) yield { head: { kind: 'staged', ...key, id }, blobs: [await packLines(lines)] };
  }
  for (const id of await conversions.list(key, mostConversions)) {
    for (const part of ['document', 'result'] as const) {
      const bytes = await conversions.read(key, id, part);
      if (bytes !== undefined) yield { head: { kind: 'conversion', ...key, id, part }, blobs: [bytes] };
    }
  }
}

async function gatesOf(
  { gates }: DumpPorts,
  { host }: HostKey,
  { politeness }: JobSettings,
): Promise<readonly DumpedGate[]> {
  const found = await Promise.all(
    gateKeys(host, politeness).map(async (key) => ({ key, gate: await gates.gate(key) })),
  );
  return found.flatMap(({ key, gate }) =>
    gate === undefined
      ? []
      : [{ key, notBefore: gate.notBefore, ...(gate.state !== undefined && { state: gate.state }) }],
  );
}
