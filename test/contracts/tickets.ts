import { describe, expect, it, vi } from 'vitest';
import type { Ticket, TicketQueue } from '../../lib/ports/tickets.ts';
import { crashEverywhere } from '../support/crash.ts';
import { type Fixture, freshName, hostName, oddHosts, opened } from './fixture.ts';

/** A ticket in a worker's hands. `receives` is 1 the first time. */
export interface Delivery {
  readonly ticket: Ticket;
  readonly receives: number;
}

/** The worker's side of the queue, which on AWS is Lambda's event source mapping. */
export interface TicketReceiver<D extends Delivery = Delivery> {
  /** At most `max` (1 to 10) tickets that may be worked on now; none when there are none. */
  receive(max: number): Promise<readonly D[]>;
  done(delivery: D): Promise<void>;
  /** Puts it back at the head of its gate, to be delivered again at once. */
  retry(delivery: D): Promise<void>;
}

export interface TicketsFixture<D extends Delivery> extends Fixture {
  readonly tickets: TicketQueue;
  readonly receiver: TicketReceiver<D>;
  /** Lets the minute pass after which the count lacks nothing. */
  readonly aMinuteLater: () => Promise<void>;
}

/** Time for an emulator to see what was just done. */
const soon = { timeout: 10_000, interval: 20 };

/** What every adapter of `TicketQueue` must do. `make` gives a queue that nobody else uses. */
export function ticketsContract<D extends Delivery>(
  name: string,
  make: () => Promise<TicketsFixture<D>>,
): void {
  describe(`${name} keeps the contract of TicketQueue`, () => {
    const fixture = opened(make);

    function ticketOf(gate: string, turn = 1): Ticket {
      return {
        job: 'a-job',
        host: hostName(`${gate}:8080`),
        turn,
        id: freshName(),
        gate,
        config: '0123456789abcdef',
        pages: 5,
      };
    }

    /** Receives until `count` tickets came; fails when they do not. */
    async function take(count: number): Promise<readonly D[]> {
      const taken: D[] = [];
      await vi.waitFor(async () => {
        taken.push(...(await fixture().receiver.receive(Math.min(10, count - taken.length))));
        if (taken.length < count) throw new Error(`${taken.length} of ${count} tickets came`);
      }, soon);
      return taken;
    }

    it('delivers a ticket as it was sent', async () => {
      const { tickets, receiver } = fixture();
      for (const host of oddHosts) {
        const ticket = { ...ticketOf(host), host };
        await tickets.send([ticket]);
        const [delivery] = await take(1);
        expect(delivery?.ticket).toEqual(ticket);
        expect(delivery?.receives).toBe(1);
        if (delivery !== undefined) await receiver.done(delivery);
      }
      expect(await receiver.receive(10)).toEqual([]);
    });

    it('sends none, and more than a batch of any queue', async () => {
      const { tickets, receiver } = fixture();
      await tickets.send([]);
      const sent = Array.from({ length: 33 }, (_, i) => ticketOf(`g${i}.example`));
      await tickets.send(sent);
      const taken = await take(33);
      expect(taken.map(({ ticket }) => ticket.id).sort()).toEqual(sent.map(({ id }) => id).sort());
      for (const delivery of taken) await receiver.done(delivery);
    });

    it('delivers the tickets of a gate in order, the next one when the one before is done', async () => {
      const { tickets, receiver } = fixture();
      const sent = [1, 2, 3].map((turn) => ticketOf('a.example', turn));
      for (const ticket of sent) await tickets.send([ticket]);
      for (const ticket of sent) {
        const [delivery] = await take(1);
        expect(delivery?.ticket).toEqual(ticket);
        expect(await receiver.receive(10)).toEqual([]);
        if (delivery !== undefined) await receiver.done(delivery);
      }
    });

    it('lets no gate wait for another', async () => {
      const { tickets, receiver } = fixture();
      await tickets.send([ticketOf('a.example', 1), ticketOf('a.example', 2)]);
      const [held] = await take(1);
      await tickets.send([ticketOf('b.example')]);
      const [other] = await take(1);
      expect(other?.ticket.gate).toBe('b.example');
      for (const delivery of [held, other]) if (delivery !== undefined) await receiver.done(delivery);
      const [next] = await take(1);
      expect(next?.ticket).toMatchObject({ gate: 'a.example', turn: 2 });
      if (next !== undefined) await receiver.done(next);
    });

    it('delivers a ticket again that was given back, before the next of its gate, and counts it', async () => {
      const { tickets, receiver } = fixture();
      const sent = [1, 2].map((turn) => ticketOf('a.example', turn));
      await tickets.send(sent);
      for (let receives = 1; receives <= 3; receives++) {
        const [delivery] = await take(1);
        expect(delivery?.ticket).toEqual(sent[0]);
        expect(delivery?.receives).toBe(receives);
        if (delivery === undefined) continue;
        if (receives < 3) await receiver.retry(delivery);
        else await receiver.done(delivery);
      }
      const [next] = await take(1);
      expect(next?.ticket).toEqual(sent[1]);
      expect(next?.receives).toBe(1);
      if (next !== undefined) await receiver.done(next);
    });

    it('takes the same ticket twice without harm: it comes once, or again as itself', async () => {
      const { tickets, receiver } = fixture();
      const ticket = ticketOf('a.example');
      await tickets.send([ticket]);
      await tickets.send([ticket]);
      const [delivery] = await take(1);
      expect(delivery?.ticket).toEqual(ticket);
      if (delivery !== undefined) await receiver.done(delivery);
      for (const again of await receiver.receive(10)) {
        expect(again.ticket).toEqual(ticket);
        await receiver.done(again);
      }
    });

    it('delivers two tickets that differ in nothing but their ids', async () => {
      const { tickets, receiver } = fixture();
      const first = ticketOf('a.example');
      const second = { ...first, id: freshName() };
      await tickets.send([first]);
      await tickets.send([second]);
      for (const ticket of [first, second]) {
        const [delivery] = await take(1);
        expect(delivery?.ticket).toEqual(ticket);
        if (delivery !== undefined) await receiver.done(delivery);
      }
    });

    it('counts the tickets that are not done, delivered ones too', async () => {
      const { tickets, receiver, aMinuteLater } = fixture();
      const outstanding = (count: number) =>
        vi.waitFor(async () => expect(await tickets.outstanding()).toBe(count), soon);
      await outstanding(0);
      await tickets.send([ticketOf('a.example', 1), ticketOf('a.example', 2), ticketOf('b.example')]);
      await outstanding(3);
      const taken = await take(2);
      await outstanding(3);
      for (const delivery of taken) await receiver.done(delivery);
      for (const delivery of await take(3 - taken.length)) await receiver.done(delivery);
      await aMinuteLater();
      await outstanding(0);
    });

    it('counts what it has just sent at once', async () => {
      const { tickets } = fixture();
      const sent = () => Array.from({ length: 13 }, () => ticketOf(`${freshName()}.example`));
      await tickets.send(sent());
      expect(await tickets.outstanding()).toBe(13);
      await tickets.send(sent());
      expect(await tickets.outstanding()).toBe(26);
    });

    it('survives a crash at every await of sending: sent again, every ticket comes', async () => {
      const { tickets, receiver, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => Array.from({ length: 25 }, (_, i) => ticketOf(`${freshName()}-${i}.example`)),
        operation: (sent) => tickets.send(sent),
        check: async (sent) => {
          const wanted = new Set(sent.map(({ id }) => id));
          await vi.waitFor(async () => {
            for (const delivery of await receiver.receive(10)) {
              wanted.delete(delivery.ticket.id);
              await receiver.done(delivery);
            }
            if (wanted.size > 0) throw new Error(`${wanted.size} tickets did not come`);
          }, soon);
          for (const again of await receiver.receive(10)) await receiver.done(again);
        },
      });
    });
  });
}
