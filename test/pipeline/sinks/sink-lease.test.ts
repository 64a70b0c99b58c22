import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaseSink } from '../../../lib/pipeline/sinks/sink-lease.ts';
import { settled } from '../../support/clock.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const [job, name, note] = ['birds', 'out', 'sink-out.lease'];
const minute = 60_000;

let stores: MemoryPorts;
beforeEach(() => {
  stores = memoryPorts();
});
afterEach(() => stores.close());

const lease = (ports: Parameters<typeof leaseSink>[0] = stores) => leaseSink(ports, job, name);

describe('a sink that one process feeds', () => {
  it('is left to it for as long as it lives, and is free as soon as it is given back', async () => {
    const held = await lease();
    await stores.clock.advance(10 * minute);
    expect(await lease()).toBeUndefined();
    expect(held?.lost.aborted).toBe(false);
    await held?.giveBack();
    expect(await lease()).toBeDefined();
  });

  it('is free within a minute once that process is dead', async () => {
    const { clock } = stores;
    await lease({
      ...stores,
      clock: { now: () => clock.now(), monotonic: () => clock.monotonic(), sleep: forever },
    });
    expect(await lease()).toBeUndefined();
    await stores.clock.advance(minute);
    expect(await lease()).toBeDefined();
  });

  it('is lost by a process that slept while another one took it', async () => {
    const held = await lease();
    const stored = await stores.jobs.note(job, note);
    await stores.jobs.putNote(
      job,
      note,
      stored?.version ?? 0,
      JSON.stringify({ by: 'another', until: 9e15 }),
    );
    expect(held?.lost.aborted).toBe(false);
    await stores.clock.advance(minute);
    await settled();
    expect(held?.lost.aborted).toBe(true);
    await held?.giveBack();
    expect(await lease()).toBeUndefined();
  });

  it('is not kept from others by a lease that cannot be read', async () => {
    await stores.jobs.putNote(job, note, 0, 'no JSON');
    expect(await lease()).toBeDefined();
  });
});

const forever = (): Promise<void> => new Promise(() => {});
