import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import type { ConversionOrder } from '../../lib/domain/convert/conversion.ts';
import type { ConvertQueue } from '../../lib/ports/conversions.ts';
import { type Fixture, freshName, hostName, many, opened } from './fixture.ts';

/** A queue, and how its orders come to a converter. */
export interface QueueFixture extends Fixture {
  readonly queue: ConvertQueue;
  /** The next order that is there, with its deliveries; undefined: none comes. */
  receive(): Promise<{ readonly order: ConversionOrder; readonly receives: number } | undefined>;
  /** Ends the last delivery: the order is done, or its converter died. */
  end(how: 'done' | 'died'): Promise<void>;
}

const orderOf = (job: string, id: string): ConversionOrder => ({
  job,
  host: hostName('[2001:db8::1]:8080'),
  id,
  url: `http://[2001:db8::1]:8080/${encodeURIComponent('“ü”')}?${id}` as CanonicalUrl,
});

/** What every adapter of `ConvertQueue` must do. */
export function convertQueueContract(name: string, make: () => Promise<QueueFixture>): void {
  describe(`${name} keeps the contract of ConvertQueue`, () => {
    const fixture = opened(make);

    it('delivers every order that was sent, and sends none without complaint', async () => {
      const { queue, receive, end } = fixture();
      const job = freshName();
      const ids = Array.from({ length: 23 }, (_, i) => `id-${i}`);
      await queue.send([]);
      await queue.send(ids.map((id) => orderOf(job, id)));
      const got: ConversionOrder[] = [];
      for (let next = await receive(); next !== undefined; next = await receive()) {
        got.push(next.order);
        expect(next.receives).toBe(1);
        await end('done');
      }
      const byId = (a: ConversionOrder, b: ConversionOrder) => (a.id < b.id ? -1 : 1);
      expect(got.sort(byId)).toEqual(ids.map((id) => orderOf(job, id)).sort(byId));
    });

    it('delivers an order again whose converter died, and counts that', async () => {
      const { queue, receive, end } = fixture();
      await queue.send([orderOf(freshName(), 'a')]);
      expect((await receive())?.receives).toBe(1);
      await end('died');
      expect((await receive())?.receives).toBe(2);
      await end('done');
      expect(await receive()).toBeUndefined();
    });

    it('counts orders until they are done', async () => {
      const { queue, receive, end } = fixture();
      const job = freshName();
      await many(3, (i) => queue.send([orderOf(job, `id-${i}`)]));
      expect(await queue.outstanding()).toBe(3);
      for (let i = 0; i < 3; i++) {
        await receive();
        await end('done');
      }
      expect(await receive()).toBeUndefined();
    });
  });
}
