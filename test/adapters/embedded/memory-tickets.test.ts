import { describe, expect, it } from 'vitest';
import { MemoryTickets } from '../../../lib/adapters/embedded/memory-tickets.ts';
import type { Ticket } from '../../../lib/ports/tickets.ts';
import { hostName } from '../../contracts/fixture.ts';
import { HeldClock, settled } from '../../support/clock.ts';

function ticketOf(gate: string, id = `${gate}-1`): Ticket {
  return { job: 'a', host: hostName(gate), turn: 1, id, gate, config: 'c', pages: 5 };
}

/** Whether `promise` has resolved by now. */
async function resolved(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  void promise.then(() => {
    done = true;
  });
  await settled();
  return done;
}

describe('MemoryTickets', () => {
  it('gives each gate its turn: the one that has been ready longest comes first', async () => {
    const tickets = new MemoryTickets(new HeldClock());
    await tickets.send([ticketOf('a', '1'), ticketOf('a', '2'), ticketOf('b', '3'), ticketOf('c', '4')]);
    const [first] = tickets.receive(1);
    expect(first?.ticket.id).toBe('1');
    if (first !== undefined) tickets.done(first);
    expect(tickets.receive(10).map(({ ticket }) => ticket.id)).toEqual(['3', '4', '2']);
  });

  it('lets what was given back rest before it comes again', async () => {
    const clock = new HeldClock();
    const tickets = new MemoryTickets(clock);
    await tickets.send([ticketOf('a', '1'), ticketOf('a', '2')]);
    const [first] = tickets.receive(1);
    if (first !== undefined) tickets.retry(first, 5_000);
    await clock.advance(4_999);
    expect(tickets.receive(10)).toEqual([]);
    await clock.advance(1);
    expect(tickets.receive(10)).toEqual([{ ticket: first?.ticket, receives: 2 }]);
  });

  it('passes over what is said of a ticket that is not delivered any more', async () => {
    const tickets = new MemoryTickets(new HeldClock());
    await tickets.send([ticketOf('a', '1'), ticketOf('a', '2')]);
    const [first] = tickets.receive(1);
    if (first === undefined) throw new Error('nothing came');
    tickets.done(first);
    tickets.done(first);
    tickets.retry(first);
    expect(await tickets.outstanding()).toBe(1);
    expect(tickets.receive(10).map(({ ticket }) => ticket.id)).toEqual(['2']);
  });

  it('takes an id in again once it is done', async () => {
    const tickets = new MemoryTickets(new HeldClock());
    await tickets.send([ticketOf('a'), ticketOf('a')]);
    const received = tickets.receive(10);
    expect(received).toHaveLength(1);
    for (const delivery of received) tickets.done(delivery);
    expect(await tickets.outstanding()).toBe(0);
    await tickets.send([ticketOf('a')]);
    expect(tickets.receive(10)).toHaveLength(1);
  });

  it('tells who waits that a ticket arrived, without being asked again and again', async () => {
    const clock = new HeldClock();
    const tickets = new MemoryTickets(clock);
    const arrival = tickets.arrival();
    expect(await resolved(arrival)).toBe(false);
    await tickets.send([ticketOf('a')]);
    expect(await resolved(arrival)).toBe(true);
    expect(await resolved(tickets.arrival())).toBe(true);
    expect(clock.nextWake).toBeUndefined();
  });

  it('tells who waits that the next of a gate may come, and that one has rested', async () => {
    const clock = new HeldClock();
    const tickets = new MemoryTickets(clock);
    await tickets.send([ticketOf('a', '1'), ticketOf('a', '2')]);
    const [first] = tickets.receive(1);
    if (first === undefined) throw new Error('nothing came');
    const next = tickets.arrival();
    expect(await resolved(next)).toBe(false);
    tickets.done(first);
    expect(await resolved(next)).toBe(true);
    const [second] = tickets.receive(1);
    if (second === undefined) throw new Error('nothing came');
    const rested = tickets.arrival();
    tickets.retry(second, 1_000);
    await clock.advance(999);
    expect(await resolved(rested)).toBe(false);
    await clock.advance(1);
    expect(await resolved(rested)).toBe(true);
  });

  it('stops waiting with the reason of the signal', async () => {
    const tickets = new MemoryTickets(new HeldClock());
    const stop = new AbortController();
    const arrival = tickets.arrival(stop.signal);
    stop.abort(new Error('enough'));
    await expect(arrival).rejects.toThrow('enough');
    await expect(tickets.arrival(stop.signal)).rejects.toThrow('enough');
  });

  it('gives each of several crawls its own tickets, and keeps the order of a gate that they share', async () => {
    const tickets = new MemoryTickets(new HeldClock());
    const of = (job: string) => tickets.of((ticket) => ticket.job === job);
    const [a, b] = [of('a'), of('b')];
    await a.send([ticketOf('x', '1'), ticketOf('y', '2')]);
    await b.send([{ ...ticketOf('x', '3'), job: 'b' }]);
    expect(await Promise.all([a.outstanding(), b.outstanding(), tickets.outstanding()])).toEqual([2, 1, 3]);
    expect(b.receive(10)).toEqual([]);
    const [first] = a.receive(1);
    if (first !== undefined) a.done(first);
    expect(b.receive(10).map(({ ticket }) => ticket.id)).toEqual(['3']);
  });

  it('takes back what nobody received, also behind the ticket of another crawl', async () => {
    const tickets = new MemoryTickets(new HeldClock());
    await tickets.send([ticketOf('x', '1'), { ...ticketOf('x', '2'), job: 'b' }, ticketOf('y', '3')]);
    const [held] = tickets.receive(1);
    expect(held?.ticket.id).toBe('1');
    const b = tickets.of(({ job }) => job === 'b');
    expect(b.withdraw().map(({ ticket }) => ticket.id)).toEqual(['2']);
    expect(tickets.withdraw().map(({ ticket }) => ticket.id)).toEqual(['3']);
    if (held !== undefined) tickets.done(held);
    expect(await tickets.outstanding()).toBe(0);
    expect(tickets.receive(10)).toEqual([]);
  });
});
