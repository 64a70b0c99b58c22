import type { Ticket, TicketQueue } from '../../lib/ports/tickets.ts';
import type { Simulation } from './simulation.ts';

export interface Message {
  readonly ticket: Ticket;
  receives: number;
  hiddenUntil: number;
  inFlight: boolean;
}

/** SQS FIFO as it behaves: groups in order and one at a time, a visibility time-out, a limit of receives, then the DLQ. */
export class SimulatedQueue implements TicketQueue {
  readonly messages: Message[] = [];
  readonly deadLetters: Ticket[] = [];
  private readonly simulation: Simulation;
  private readonly visibilityMs: number;
  private readonly maxReceives: number;

  /** Whether a group's next message waits for the one before; without it the gate alone keeps the peace. */
  private readonly ordered: boolean;

  constructor(simulation: Simulation, visibilityMs: number, maxReceives: number, ordered = true) {
    this.simulation = simulation;
    this.ordered = ordered;
    this.visibilityMs = visibilityMs;
    this.maxReceives = maxReceives;
  }

  async send(tickets: readonly Ticket[]): Promise<void> {
    for (const ticket of tickets) {
      if (this.messages.some((message) => message.ticket.id === ticket.id)) continue;
      this.messages.push({ ticket, receives: 0, hiddenUntil: 0, inFlight: false });
    }
  }

  async outstanding(): Promise<number> {
    return this.messages.length;
  }

  /** The messages that may be handed out now, at most `max`; those that were received too often are set aside. */
  receive(max: number): Message[] {
    const { now } = this.simulation;
    for (const message of [...this.messages]) {
      if (!message.inFlight || message.hiddenUntil > now) continue;
      message.inFlight = false;
      if (message.receives < this.maxReceives) continue;
      this.done(message);
      this.deadLetters.push(message.ticket);
    }
    const busy = new Set(
      this.messages.filter((message) => message.inFlight).map((message) => message.ticket.gate),
    );
    const received: Message[] = [];
    for (const message of this.messages) {
      if (received.length >= max) break;
      if (message.inFlight || (this.ordered && busy.has(message.ticket.gate))) continue;
      busy.add(message.ticket.gate);
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
