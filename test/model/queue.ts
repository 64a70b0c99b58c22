import type { Timing } from '../../lib/domain/settings/timing.ts';
import type { Ticket, TicketQueue } from '../../lib/ports/tickets.ts';
import type { Simulation } from './simulation.ts';

export interface Message {
  readonly tickets: readonly Ticket[];
  receives: number;
  hiddenUntil: number;
  inFlight: boolean;
}

export interface QueueOptions {
  /** Whether a group's next message waits for the one before; without it the gate alone keeps the peace. */
  readonly isOrdered: boolean;
  /** Tickets of hosts with gates of their own that share a message, at most. */
  readonly ticketsPerMessage: number;
}

/** SQS FIFO as it behaves: groups in order and one at a time, a visibility time-out, a limit of receives, then the DLQ. */
export class SimulatedQueue implements TicketQueue {
  readonly messages: Message[] = [];
  readonly deadLetters: Ticket[] = [];
  private readonly simulation: Simulation;
  private readonly visibilityMs: number;
  private readonly maxReceives: number;

  private readonly options: QueueOptions;

  constructor(simulation: Simulation, { visibilityMs, maxReceives }: Timing, options: QueueOptions) {
    this.simulation = simulation;
    this.options = options;
    this.visibilityMs = visibilityMs;
    this.maxReceives = maxReceives;
  }

  async send(tickets: readonly Ticket[]): Promise<void> {
    const { ticketsPerMessage } = this.options;
    for (let start = 0; start < tickets.length; start += ticketsPerMessage) {
      const together = tickets.slice(start, start + ticketsPerMessage);
      if (this.messages.some((message) => idOf(message.tickets) === idOf(together))) continue;
      this.messages.push({ tickets: together, receives: 0, hiddenUntil: 0, inFlight: false });
    }
  }

  async outstanding(): Promise<number> {
    return this.messages.reduce((sum, { tickets }) => sum + tickets.length, 0);
  }

  /** The messages that may be handed out now, at most `max`; those that were received too often are set aside. */
  receive(max: number): Message[] {
    const { now } = this.simulation;
    for (const message of [...this.messages]) {
      if (!message.inFlight || message.hiddenUntil > now) continue;
      message.inFlight = false;
      if (message.receives < this.maxReceives) continue;
      this.done(message);
      this.deadLetters.push(...message.tickets);
    }
    const busy = new Set(
      this.messages.filter((message) => message.inFlight).map(({ tickets }) => gateOf(tickets)),
    );
    const received: Message[] = [];
    for (const message of this.messages) {
      if (received.length >= max) break;
      const gate = gateOf(message.tickets);
      if (message.inFlight || (this.options.isOrdered && busy.has(gate))) continue;
      busy.add(gate);
      message.inFlight = true;
      message.receives += 1;
      message.hiddenUntil = now + this.visibilityMs;
      received.push(message);
    }
    return received;
  }

  done(message: Message): void {
    const at = this.messages.indexOf(message);
    if (at !== -1) this.messages.splice(at, 1);
  }

  /** A partial batch failure: visible again at once. */
  retry(message: Message): void {
    message.hiddenUntil = 0;
  }
}

/** Messages of one gate come one after the other; several tickets together wait for nobody. */
function gateOf(tickets: readonly Ticket[]): string {
  return tickets.length === 1 ? (tickets[0]?.gate ?? '') : idOf(tickets);
}

function idOf(tickets: readonly Ticket[]): string {
  return tickets.map(({ id }) => id).join(' ');
}
