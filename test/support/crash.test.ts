import { describe, expect, it } from 'vitest';
import { CrashPlan, crashEverywhere, crashing, crashOnSend } from './crash.ts';

async function fail(): Promise<never> {
  throw new Error('nothing was added to the client');
}

/** A store of two cells that are written one after the other. */
function twoCells(plan: CrashPlan) {
  const cells = { a: 0, b: 0 };
  const store = crashing(
    {
      a: async (value: number) => {
        cells.a = value;
      },
      b: (value: number) => {
        cells.b = value;
      },
    },
    plan,
  );
  return { cells, store };
}

describe('crash injection', () => {
  it('crashes before and after every step, and once not at all', async () => {
    const plan = new CrashPlan();
    const seen: string[] = [];
    const steps = await crashEverywhere(plan, {
      prepare: async () => twoCells(plan),
      operation: async ({ cells, store }) => {
        seen.push(`${cells.a}${cells.b}`);
        await store.a(1);
        store.b(1);
      },
      check: async ({ cells }) => expect(cells).toEqual({ a: 1, b: 1 }),
    });
    expect(steps).toBe(2);
    // Begun afresh, and begun again after: nothing, a, a, both; at last it is not stopped.
    expect(seen).toEqual(['00', '00', '00', '10', '00', '10', '00', '11', '00']);
  });

  it('finds the operation that is wrong after a crash in its middle', async () => {
    const plan = new CrashPlan();
    const wrong = crashEverywhere(plan, {
      prepare: async () => twoCells(plan),
      operation: async ({ cells, store }) => {
        if (cells.a === 1) return;
        await store.a(1);
        store.b(1);
      },
      check: async ({ cells }) => expect(cells).toEqual({ a: 1, b: 1 }),
    });
    await expect(wrong).rejects.toThrow();
  });

  it('lets nothing through after the crash, also when the error is swallowed', async () => {
    const plan = new CrashPlan();
    const { cells, store } = twoCells(plan);
    plan.arm(0, 'after');
    await store.a(1).catch(() => undefined);
    expect(() => store.b(1)).toThrow('crashed');
    expect(cells).toEqual({ a: 1, b: 0 });
    expect(await plan.disarm()).toBe(true);
    store.b(1);
    expect(cells.b).toBe(1);
  });

  it('passes on what the operation itself throws', async () => {
    const broken = crashEverywhere(new CrashPlan(), {
      prepare: async () => undefined,
      operation: async () => {
        throw new Error('of its own');
      },
      check: async () => undefined,
    });
    await expect(broken).rejects.toThrow('of its own');
  });

  it('gets between a client of the AWS SDK and the network', async () => {
    type Send = (args: unknown) => Promise<unknown>;
    const added: ((next: Send) => Send)[] = [];
    const client = { middlewareStack: { add: (given: (next: Send) => Send) => void added.push(given) } };
    const plan = new CrashPlan();
    crashOnSend(client, plan);
    let sent = 0;
    const send = added[0]?.(async () => ++sent) ?? fail;
    plan.arm(1, 'after');
    expect(await send({})).toBe(1);
    await expect(send({})).rejects.toThrow('crashed after step 1');
    await expect(send({})).rejects.toThrow('crashed');
    expect(sent).toBe(2);
  });
});
