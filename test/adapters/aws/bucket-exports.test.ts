import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { S3ExportRoom } from '../../../lib/adapters/aws/objects/s3-export-room.ts';
import {
  beginExport,
  goOnWithExport,
  lookAtExport,
} from '../../../lib/capabilities/export/bucket-exports.ts';
import { ask, dataOf } from '../../../lib/operations/ask.ts';
import type { Operation } from '../../../lib/pipeline/operation/operation.ts';
import type { ExportRoom } from '../../../lib/ports/operate/export-room.ts';
import { openPlace } from '../../../lib/runtime/shared/open-place.ts';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { exported } from '../../support/export/exported.ts';
import { pagesOf, putRecords } from '../../support/export/put-records.ts';
import { storesOnCloud } from '../../support/long-crawl/cloud-stores.ts';
import { testSettings } from '../../support/settings.ts';

const cloud = await localCloud();
const job = 'birds';
const formats = ['jsonl', 'csv', 'alvis', 'warc', 'wacz', 'parquet', 'markdown'];

describe.skipIf(cloud === undefined)('an export into the bucket of a stack', async () => {
  if (cloud === undefined) return;
  let room: ExportRoom | undefined;
  const { stores, clock, close } = await storesOnCloud(cloud, async ({ clients, bucket }) => {
    room = new S3ExportRoom(clients.s3, bucket);
  });
  if (room === undefined) return;
  const s3: ExportRoom = room;
  afterAll(close);
  const config = await stores.jobs.putSettings(testSettings(job));
  await stores.jobs.put(undefined, { name: job, state: 'open', config, createdAt: 1 } as never);
  for (let turn = 1; turn <= 4; turn++) await putRecords(stores, { job, turn }, pagesOf(turn, 3));
  const placeWith = (exportRoom: ExportRoom, endBy?: number) =>
    openPlace({
      ...{ ports: stores, name: 'the stack', summary: async () => ({}) as never, exportRoom },
      ...(endBy !== undefined && { endBy }),
    });

  async function asked<T>(
    name: string,
    operation: unknown,
    input: object,
    place = placeWith(s3),
  ): Promise<T> {
    const named = { name, operation: operation as Operation };
    return dataOf(await ask(named, place, { job, ...input }, { by: 'a test', reason: '' })) as T;
  }
  const begin = (name: string, to: string, more: object = {}) =>
    asked<{ folder: string }>('export-begin', beginExport, { name, to, ...more });
  const look = (name: string) =>
    asked<{ state: string; slices: number; records: number }>('export-look', lookAtExport, { name });
  /** A slice that has no time: it ends at the first place where it can. */
  const slice = (name: string, with_: ExportRoom = s3) =>
    asked<{ export: string; problem?: string }>(
      'export-continue',
      goOnWithExport,
      { name },
      placeWith(with_, clock.monotonic()),
    );
  async function toTheEnd(name: string): Promise<void> {
    for (let slices = 0; slices < 20; slices++) {
      const end = await slice(name);
      expect(end.problem).toBeUndefined();
      if (end.export === 'done') return;
    }
    throw new Error(`${name} does not end`);
  }
  const below = async (folder: string, file: string): Promise<string> =>
    Buffer.from((await s3.read(`${folder.replace('exports/', '')}${file}`)) ?? []).toString('latin1');

  it.each(formats)('is made in slices, of which one is killed, with the same bytes: %s', async (to) => {
    const whole = await exported(placeWith(s3), { job, to });
    const { folder } = await begin(to, to);
    expect(await slice(to)).toMatchObject({ export: 'continues' });
    const left = killedAfter(s3, 1);
    void slice(to, left.room);
    await left.dead;
    // Whoever comes while it may still be alive leaves it alone.
    expect(await slice(to)).toMatchObject({ export: 'busy' });
    await clock.advance(200_000);
    await toTheEnd(to);
    const { slices, state, records } = await look(to);
    expect({ state, records }).toEqual({ state: 'done', records: 12 });
    expect(slices).toBeGreaterThan(2);
    const manifest = JSON.parse(await below(folder, 'manifest.json'));
    expect(manifest).toMatchObject({ v: 1, job, name: to, records: 12 });
    const names = manifest.list.map(({ file }: { file: string }) => file);
    // A slice ends a part where it has to: archives and tables have more and smaller ones.
    if (to === 'parquet' || to === 'wacz') expect(names.length).toBeGreaterThan(0);
    else
      for (const [file, bytes] of whole.files) {
        expect(names).toContain(file);
        expect(await below(folder, file)).toBe(Buffer.from(bytes).toString('latin1'));
      }
    expect((await stores.jobs.job(job))?.exports).toBeUndefined();
  });

  it('comes in parts where it is large, and survives a kill when these have become a file', async () => {
    const config = await stores.jobs.putSettings(testSettings('large'));
    await stores.jobs.put(undefined, { name: 'large', state: 'open', config, createdAt: 1 } as never);
    for (let turn = 1; turn <= 4; turn++) {
      const pages = pagesOf(turn, 1).map((page) => ({ ...page, body: randomBytes(5_000_000) }));
      await putRecords(stores, { job: 'large', turn }, pages);
    }
    const whole = await exported(placeWith(s3), { job: 'large', to: 'warc' });
    const { folder } = await begin('parts', 'warc', { job: 'large' });
    const untilEnd = { ...{ job: 'large' }, name: 'parts' };
    const goOn = (room: ExportRoom) =>
      asked<{ export: string }>(
        'export-continue',
        goOnWithExport,
        untilEnd,
        placeWith(room, clock.monotonic()),
      );
    let uploads = 0;
    let lose = (): void => {};
    const answerLost = new Promise<void>((resolve) => {
      lose = resolve;
    });
    const room = roomLike(s3, {
      async end(...args) {
        await s3.end(...args);
        uploads = args[1].length;
        lose();
        await new Promise<void>(() => {});
      },
    });
    for (let slices = 0; uploads === 0 && slices < 20; slices++) await Promise.race([goOn(room), answerLost]);
    await clock.advance(200_000);
    expect(await goOn(s3)).toMatchObject({ export: 'done' });
    expect(uploads).toBeGreaterThan(1);
    const [bytes] = [...whole.files.values()];
    const made = await s3.read(`${folder.replace('exports/', '')}large.warc.gz`);
    expect(made && Buffer.compare(made, bytes as Uint8Array)).toBe(0);
  }, 60_000);

  it('that nobody began is an error, which names those that are under way', async () => {
    await begin('errand', 'jsonl');
    const words = 'no export arrand was begun (winnow export begin); under way: errand';
    for (const asking of [slice('arrand'), look('arrand')])
      await expect(asking).rejects.toMatchObject({ code: 'not-found', message: words });
    await toTheEnd('errand');
  });

  it('goes on after a slice that failed, which says what its problem was', async () => {
    await begin('mended', 'jsonl');
    const broken = roomLike(s3, { put: () => Promise.reject(new Error('the bucket is in pieces')) });
    const { export: state, problem } = await slice('mended', broken);
    expect({ state, problem }).toEqual({ state: 'continues', problem: 'the bucket is in pieces' });
    await toTheEnd('mended');
  });

  it('tells a consumer what is new, once', async () => {
    const { folder } = await begin('first', 'jsonl', { incremental: 'index' });
    await toTheEnd('first');
    expect(linesOf(await below(folder, `${job}.jsonl`))).toBe(12);
    await putRecords(stores, { job, turn: 9 }, pagesOf(9, 2));
    const next = await begin('second', 'jsonl', { incremental: 'index' });
    await toTheEnd('second');
    expect(linesOf(await below(next.folder, `${job}.jsonl`))).toBe(2);
  });

  it('is begun once, and of a stack alone', async () => {
    await begin('twice', 'csv');
    await expect(begin('twice', 'csv')).rejects.toThrow('is under way');
    await expect(begin('folder', 'markdown', { incremental: 'site' })).rejects.toThrow('on a disk only');
    const here = { ...placeWith(s3), access: 'alone' as const };
    await expect(asked('export-begin', beginExport, { name: 'here', to: 'csv' }, here)).rejects.toThrow(
      '--out',
    );
    await toTheEnd('twice');
  });
});

function linesOf(text: string): number {
  return text.split('\n').filter((line) => line !== '').length;
}

/** A room that answers so many writes, and then no more: as for a process that was killed. */
function killedAfter(room: ExportRoom, writes: number) {
  let left = writes;
  let die = (): void => {};
  const dead = new Promise<void>((resolve) => {
    die = resolve;
  });
  const counted =
    <A extends readonly unknown[], T>(write: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      left -= 1;
      if (left >= 0) return await write(...args);
      die();
      return await new Promise<T>(() => {});
    };
  const half = roomLike(room, {
    part: counted((...args: Parameters<ExportRoom['part']>) => room.part(...args)),
    end: counted((...args: Parameters<ExportRoom['end']>) => room.end(...args)),
    put: counted((...args: Parameters<ExportRoom['put']>) => room.put(...args)),
  });
  return { room: half, dead };
}

function roomLike(room: ExportRoom, other: Partial<ExportRoom>): ExportRoom {
  return {
    begin: (...args) => room.begin(...args),
    part: (...args) => room.part(...args),
    end: (...args) => room.end(...args),
    put: (...args) => room.put(...args),
    read: (path) => room.read(path),
    clear: (path) => room.clear(path),
    openScratch: (path) => room.openScratch(path),
    ...other,
  };
}
