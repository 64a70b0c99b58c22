import { documentName } from '../../archive/documents.ts';
import { WinnowError } from '../../base/error.ts';
import type { HostName } from '../../base/url/url.ts';
import { duePositionIn } from '../../pipeline/frontier/due-position.ts';
import { putChanges, rowsHere } from './as-here.ts';
import { BundleSink } from './bundle-sink.ts';
import { type DumpedGate, type Entry, type HeadOf, unpackLines, unpackText } from './entry.ts';
import type { Lanes } from './lanes.ts';
import type { DumpPorts } from './walk-host.ts';

/** Puts entries of a job back, side by side, in the order in which they need each other. */
export class EntrySink {
  readonly #ports: DumpPorts;
  readonly #lanes: Lanes;
  readonly #bundles: BundleSink;
  /** The host whose entries come now, and what of them is under way: its control waits for that. */
  #coming: { readonly name: string; readonly underWay: Promise<void>[]; isWoken: boolean } | undefined;
  #openFrom: string | undefined;

  constructor(ports: DumpPorts, lanes: Lanes) {
    this.#ports = ports;
    this.#lanes = lanes;
    this.#bundles = new BundleSink(ports.backup);
  }

  /** Nothing waits for entries of an earlier part: a load may go on behind this one. */
  get isAtRest(): boolean {
    return !this.#bundles.isOpen && this.#coming === undefined;
  }

  async put({ head, blobs }: Entry): Promise<void> {
    const { backup, links, graphs } = this.#ports;
    const [blob = new Uint8Array()] = blobs;
    switch (head.kind) {
      case 'host':
        return await this.#host(head, blob);
      case 'inbox':
      case 'segment':
      case 'off-topic':
      case 'staged':
      case 'conversion':
        return await this.#beside(head, blobs);
      case 'rows': {
        const rows = rowsHere(head.of, JSON.parse(unpackText(blob)), this.#ports.clock.now());
        await this.#lanes.add(() => backup.putRows(head.job, head.of, rows));
        return;
      }
      case 'changes':
        // A store that keeps their order takes each before the next is begun.
        await this.#lanes.add(() => putChanges(this.#ports, head, blob));
        return;
      case 'bundle':
        if (head.start > 0 || head.size > blob.length) return await this.#bundles.take(head, blob);
        await this.#lanes.add(() => backup.putBundle(head.key, only(blob)));
        return;
      case 'open-links':
        this.#openFrom = head.from;
        for (const id of head.ids) await links.register(head.job, id);
        return;
      case 'links':
        await this.#lanes.add(async () => {
          if (this.#openFrom !== undefined && head.id >= this.#openFrom)
            await links.register(head.job, head.id);
          await links.put(head.job, head.id, Buffer.from(unpackText(blob)));
        });
        return;
      case 'graph':
        await this.#lanes.add(() => graphs.put(head.job, head.name, blob));
        return;
      default:
        return;
    }
  }

  /** Ends what is under way. */
  async end(): Promise<void> {
    await this.#lanes.idle();
    await this.#bundles.drop();
  }

  async #beside(
    head: HeadOf<'inbox' | 'segment' | 'off-topic' | 'staged' | 'conversion'>,
    blobs: readonly Uint8Array[],
  ): Promise<void> {
    const name = `${head.job} ${head.host}`;
    if (this.#coming?.name !== name) this.#coming = { name, underWay: [], isWoken: false };
    if (head.kind === 'inbox') this.#coming.isWoken = true;
    const { ended } = await this.#lanes.add(() => putBesideHost(this.#ports, head, blobs));
    this.#coming.underWay.push(ended);
  }

  async #host(head: HeadOf<'host'>, body: Uint8Array): Promise<void> {
    const coming = this.#coming?.name === `${head.job} ${head.host}` ? this.#coming : undefined;
    this.#coming = undefined;
    await this.#lanes.add(async () => {
      await Promise.all(coming?.underWay ?? []);
      await putHost(this.#ports, head, body, coming?.isWoken ?? false);
    });
  }
}

async function* only(blob: Uint8Array): AsyncGenerator<Uint8Array> {
  yield blob;
}

/** What a host names, or is sent. */
async function putBesideHost(
  ports: DumpPorts,
  head: HeadOf<'inbox' | 'segment' | 'off-topic' | 'staged' | 'conversion'>,
  blobs: readonly Uint8Array[],
): Promise<void> {
  const key = { job: head.job, host: head.host as HostName };
  const [blob = new Uint8Array()] = blobs;
  switch (head.kind) {
    case 'inbox':
      for (const [at, item] of head.items.entries())
        await ports.hosts.putInbox(key, { ...item, bytes: blobs[at] ?? new Uint8Array() });
      return;
    case 'segment':
      return await ports.segments.put(key, head.id, blob);
    case 'off-topic':
      return await ports.offTopic.put(key, head.id, unpackLines(blob));
    case 'staged':
      return await ports.staged.put(head.job, head.id, unpackLines(blob));
    case 'conversion':
      return await ports.conversions.put(key, head.id, head.part, blob);
  }
}

/** Puts body, gates, due entry and control, in place of what is there. The control comes last: with it the host is there. */
async function putHost(
  ports: DumpPorts,
  { job, host, control, turn, gates }: HeadOf<'host'>,
  body: Uint8Array,
  isWoken: boolean,
): Promise<void> {
  const key = { job, host: host as HostName };
  const { hosts, due, clock } = ports;
  if (turn > 0) {
    const was = await hosts.body(key);
    if (!(await hosts.putBody(key, was?.turn ?? 0, { turn, bytes: body }))) throw atWork(host);
  }
  for (const gate of gates) await putGate(ports, gate);
  const { state, dueAt = 0 } = control;
  const at = duePositionIn(control);
  if (state === 'due') await due.put(job, { at: dueAt, host: key.host, wake: false, ...at });
  if (isWoken && (state === 'idle' || dueAt > clock.now()))
    await due.put(job, { at: clock.now(), host: key.host, wake: true });
  const was = await hosts.control(key);
  if (!(await hosts.putControl(key, was, control))) throw atWork(host);
}

function atWork(host: string): WinnowError {
  return new WinnowError('locked', `${host} has a turn: \`winnow stop\` the job, and load again`);
}

/** The later time holds, of the gate that is there and the one that was dumped. */
async function putGate({ gates, clock, entropy }: DumpPorts, dumped: DumpedGate): Promise<void> {
  const now = clock.now();
  const owner = entropy.id();
  // Without a lease: a load that dies here leaves the gate as a later one needs it.
  const claimed = await gates.claim(dumped.key, { owner, ticket: owner, now, leaseMs: 0, gapMs: 0 });
  // Who has it knows more than the dump.
  if (!claimed.granted) return;
  const state = claimed.state ?? dumped.state;
  await gates.release(dumped.key, owner, Math.max(dumped.notBefore, now), state);
}

/** Whether a bundle is there. */
export async function hasBundle({ documents }: DumpPorts, bundle: string): Promise<boolean> {
  const first = await documents.read(documentName({ bundle, offset: 0, length: 1 }));
  return first !== undefined && first.length > 0;
}
