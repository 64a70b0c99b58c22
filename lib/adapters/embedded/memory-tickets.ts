import type { Clock } from '../../ports/clock.ts';
import type { Ticket, TicketQueue } from '../../ports/tickets.ts';

/** One delivery of a ticket to a worker. */
export interface DeliveredTicket {
  readonly ticket: Ticket;
  /** How often the ticket was delivered, this time included. */
  readonly receives: number;
}

/** The tickets of one gate in order. A lane is ready, or resting, or its first ticket is with a worker. */
interface Lane {
  readonly tickets: Ticket[];
  /** How often the first ticket was delivered. */
  receives: number;
  /** Epoch ms before which the first ticket is not delivered again. */
  restsUntil: number;
}

/** Longer than any wait; the clock splits such a sleep. */
const forever = Number.MAX_SAFE_INTEGER;

/**
 * `TicketQueue` inside one process, by the rules of SQS FIFO: in order and one at a time per gate key; a returned ticket
 * comes again before the next one of its gate; an id that is in the queue is not added again. The queue is lost with the
 * process; the controls of the hosts have what was in it.
 */
export class MemoryTickets implements TicketQueue {
  readonly #clock: Pick<Clock, 'now' | 'sleep'>;
  readonly #lanes = new Map<string, Lane>();
  readonly #ready = new Set<Lane>();
  readonly #resting = new Set<Lane>();
  readonly #ids = new Set<string>();
  readonly #waiters = new Set<() => void>();

  constructor(clock: Pick<Clock, 'now' | 'sleep'>) {
    this.#clock = clock;
  }

  async send(tickets: readonly Ticket[]): Promise<void> {
    for (const ticket of tickets) {
      if (this.#ids.has(ticket.id)) continue;
      this.#ids.add(ticket.id);
      const lane = this.#lanes.get(ticket.gate);
      if (lane === undefined) this.#open(ticket);
      else lane.tickets.push(ticket);
    }
    this.#notify();
  }

  async outstanding(): Promise<number> {
    return this.#ids.size;
  }

  /** The tickets of one crawl, in the lanes that crawls side by side share. @param mine whose tickets the crawl runs */
  of(mine: (ticket: Ticket) => boolean) {
    return {
      send: (tickets: readonly Ticket[]) => this.send(tickets),
      outstanding: async () => this.#count(mine),
      receive: (max: number) => this.receive(max, mine),
      done: (delivered: DeliveredTicket) => this.done(delivered),
      retry: (delivered: DeliveredTicket, delayMs: number) => this.retry(delivered, delayMs),
      withdraw: () => this.withdraw(mine),
    };
  }

  /**
   * At most `max` tickets, each of another gate; first those of gates that have been ready longest.
   * @param mine whose tickets are wanted: a gate whose first ticket is another's waits for that one
   */
  receive(max: number, mine: (ticket: Ticket) => boolean = () => true): readonly DeliveredTicket[] {
    this.#rouse();
    const delivered: DeliveredTicket[] = [];
    for (const lane of this.#ready) {
      if (delivered.length >= max) break;
      const [ticket] = lane.tickets;
      if (ticket === undefined || !mine(ticket)) continue;
      this.#ready.delete(lane);
      lane.receives += 1;
      delivered.push({ ticket, receives: lane.receives });
    }
    return delivered;
  }

  /** Takes out the tickets that nobody has received, wherever they wait: they are not in the queue any more. */
  withdraw(mine: (ticket: Ticket) => boolean = () => true): readonly DeliveredTicket[] {
    const withdrawn: DeliveredTicket[] = [];
    for (const [gate, lane] of this.#lanes) {
      const isFree = this.#ready.has(lane) || this.#resting.has(lane);
      const [head] = lane.tickets;
      const taken = lane.tickets.filter((ticket) => (isFree || ticket !== head) && mine(ticket));
      if (taken.length === 0) continue;
      withdrawn.push(
        ...taken.map((ticket) => ({ ticket, receives: 1 + (ticket === head ? lane.receives : 0) })),
      );
      if (head !== undefined && taken.includes(head)) lane.receives = 0;
      lane.tickets.splice(
        0,
        Number.POSITIVE_INFINITY,
        ...lane.tickets.filter((ticket) => !taken.includes(ticket)),
      );
      for (const { id } of taken) this.#ids.delete(id);
      if (lane.tickets.length > 0) continue;
      this.#lanes.delete(gate);
      this.#ready.delete(lane);
      this.#resting.delete(lane);
    }
    this.#notify();
    return withdrawn;
  }

  #count(mine: (ticket: Ticket) => boolean): number {
    let count = 0;
    for (const { tickets } of this.#lanes.values())
      for (const ticket of tickets) if (mine(ticket)) count += 1;
    return count;
  }

  /** Ends the delivery of a ticket: its gate may have the next one. Ignores tickets that are not delivered. */
  done({ ticket }: DeliveredTicket): void {
    const lane = this.#laneOf(ticket);
    if (lane === undefined) return;
    this.#ids.delete(ticket.id);
    lane.tickets.shift();
    lane.receives = 0;
    if (lane.tickets.length === 0) this.#lanes.delete(ticket.gate);
    else this.#ready.add(lane);
    this.#notify();
  }

  /** Returns a delivered ticket to the head of its gate for `delayMs` from now on. Ignores tickets that are not delivered. */
  retry({ ticket }: DeliveredTicket, delayMs = 0): void {
    const lane = this.#laneOf(ticket);
    if (lane === undefined) return;
    lane.restsUntil = this.#clock.now() + delayMs;
    this.#resting.add(lane);
    this.#notify();
  }

  /** Resolves as soon as `receive` has a ticket; rejects with the signal's reason when it aborts. */
  async arrival(signal?: AbortSignal): Promise<void> {
    for (this.#rouse(); this.#ready.size === 0; this.#rouse()) {
      signal?.throwIfAborted();
      await this.#change(signal);
    }
  }

  #open(ticket: Ticket): void {
    const lane: Lane = { tickets: [ticket], receives: 0, restsUntil: 0 };
    this.#lanes.set(ticket.gate, lane);
    this.#ready.add(lane);
  }

  /** The lane whose first ticket this is, if that is delivered; undefined when it was returned before. */
  #laneOf(ticket: Ticket): Lane | undefined {
    const lane = this.#lanes.get(ticket.gate);
    if (lane === undefined || lane.tickets[0]?.id !== ticket.id) return undefined;
    return this.#ready.has(lane) || this.#resting.has(lane) ? undefined : lane;
  }

  #rouse(): void {
    if (this.#resting.size === 0) return;
    const now = this.#clock.now();
    for (const lane of this.#resting) {
      if (lane.restsUntil > now) continue;
      this.#resting.delete(lane);
      this.#ready.add(lane);
    }
  }

  #notify(): void {
    for (const waiter of this.#waiters) waiter();
    this.#waiters.clear();
  }

  /** Resolves when a ticket was sent, done or returned, or when a lane has rested long enough. */
  async #change(signal?: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiters.add(resolve);
    const enough = new AbortController();
    const stop = signal === undefined ? enough.signal : AbortSignal.any([signal, enough.signal]);
    const rested = Math.min(
      forever,
      ...[...this.#resting].map((lane) => lane.restsUntil - this.#clock.now()),
    );
    try {
      await Promise.race([promise, this.#clock.sleep(rested, stop)]);
    } finally {
      this.#waiters.delete(resolve);
      enough.abort();
    }
  }
}
