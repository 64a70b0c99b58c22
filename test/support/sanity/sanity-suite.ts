import { expect, it } from 'vitest';
import type { HostName } from '../../../lib/base/url/url.ts';
import type { Finding } from '../../../lib/capabilities/sanity/flaws/finding.ts';
import { type SanityOptions, sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { override } from '../../model/override.ts';
import { type Corruption, type StoredState, storeState } from './corrupted-state.ts';

type Stores = Omit<Ports, 'fetcher' | 'reader'>;

/** What sanity says of state that is corrupted through the ports, on whichever adapter. */
export function sanitySuite(
  open: () => Promise<Stores>,
  corruptions: readonly Corruption[],
  options: SanityOptions = {},
): void {
  let made = 0;
  async function stored(): Promise<StoredState> {
    made += 1;
    return await storeState(await open(), `job-${made}`);
  }
  async function found({ ports, job }: StoredState, repair = false): Promise<readonly Finding[]> {
    const now = (await ports.jobs.job(job)) as Job;
    const all: Finding[] = [];
    for await (const finding of sanity(ports, now, { documents: true, repair, ...options }))
      all.push(finding);
    return all;
  }

  it('finds nothing in what a crawl leaves behind', async () => {
    expect(await found(await stored())).toEqual([]);
  });

  it('takes no host for forgotten whose turn ends between the readings of the due index and of its control', async () => {
    const state = await stored();
    const { ports, job } = state;
    const { dueAt } = await state.control();
    const entry = { at: dueAt as number, host: 'a.example' as HostName, wake: false };
    const ticketed = { ...entry, at: entry.at + 60_000 };
    await ports.due.delete(job, [entry]);
    await ports.due.put(job, ticketed);
    let turnEnds = async (): Promise<void> => {
      turnEnds = async () => undefined;
      await ports.due.put(job, entry);
      await ports.due.delete(job, [ticketed]);
    };
    const due = override(ports.due, {
      due: async (...asked) => {
        const read = await ports.due.due(...asked);
        if (read.length > 0) await turnEnds();
        return read;
      },
    });
    expect(await found({ ...state, ports: { ...ports, due } })).toEqual([]);
    expect(await found(state)).toEqual([]);
  });

  it.each(corruptions)('names it when $what ($code), mends it if it can, and agrees then', async (one) => {
    const state = await stored();
    await one.corrupt(state);
    const findings = await found(state);
    const told = { code: one.code, detail: expect.stringMatching(one.says) };
    expect(findings).toContainEqual(expect.objectContaining(told));
    const repair = one.isMended ? 'done' : 'impossible';
    expect(await found(state, true)).toContainEqual(expect.objectContaining({ ...told, repair }));
    expect(await found(state)).toEqual(findings.filter((finding) => finding.repair === 'impossible'));
  });
}
