import type { ConversionOrder } from '../../lib/domain/convert/conversion.ts';
import type { ConvertQueue } from '../../lib/ports/conversions.ts';
import type { Simulation } from './simulation.ts';

export interface SentOrder {
  readonly order: ConversionOrder;
  receives: number;
  hiddenUntil: number;
}

/** Chances that an order is lost, or delivered once more while a converter has it. */
const lossChance = 0.1;
const doubleChance = 0.15;
/** How long a delivered order is hidden from other converters. */
const visibilityMs = 60_000;

/** A standard queue as it behaves at its worst: in any order, sometimes twice, and while there is chaos sometimes never. */
export class SimulatedOrders implements ConvertQueue {
  readonly sent: SentOrder[] = [];
  lost = 0;
  doubled = 0;
  readonly #simulation: Simulation;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  async send(orders: readonly ConversionOrder[]): Promise<void> {
    for (const order of orders) this.sent.push({ order, receives: 0, hiddenUntil: 0 });
  }

  async outstanding(): Promise<number> {
    return this.sent.length;
  }

  /** Any order that no converter has; perhaps one that a converter has. */
  receive(): SentOrder | undefined {
    const { now, random, chaos } = this.#simulation;
    const isChaos = chaos.crash > 0;
    const free = this.sent.filter(
      ({ hiddenUntil }) => hiddenUntil <= now || (isChaos && random() < doubleChance),
    );
    const chosen = free[Math.floor(random() * free.length)];
    if (chosen === undefined) return undefined;
    if (isChaos && random() < lossChance) {
      this.lost += 1;
      this.done(chosen);
      return undefined;
    }
    if (chosen.hiddenUntil > now) this.doubled += 1;
    chosen.receives += 1;
    chosen.hiddenUntil = now + visibilityMs;
    return chosen;
  }

  done(one: SentOrder): void {
    const place = this.sent.indexOf(one);
    if (place >= 0) this.sent.splice(place, 1);
  }
}
