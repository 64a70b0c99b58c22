import { type Period, shifted, spoken } from '../trap-web/text/dates.ts';
import { type Dice, dice } from '../trap-web/text/prose.ts';
import { places } from '../trap-web/text/vocabulary.ts';
import type { Contents } from './site.ts';
import { definitions, headed, table } from './tables.ts';

/** The day of the first page of what is kept by day. */
export const firstDay: Period = { y: 2024, m: 2, d: 3 };

const dayOf = (key: number): string => spoken(shifted(firstDay, key));
const two = (number: number): string => String(number).padStart(2, '0');
const clock = (roll: Dice): string => `${two(roll.below(24))}:${two(roll.below(60))}`;
const decimal = (roll: Dice, most: number, digits = 1): string => (roll.next() * most).toFixed(digits);

const currencies =
  'AUD BGN BRL CAD CHF CNY CZK DKK GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ZAR'.split(
    ' ',
  );

export function exchangeRates(seed: string): Contents {
  const shown = currencies.slice(0, 20 + dice(seed).below(11));
  const base = shown.map((_, i) => dice(seed, 'base', i).next() * 10 ** (i % 4));
  return {
    kind: 'exchange rates',
    pages: 320,
    label: dayOf,
    page(key) {
      const roll = dice(seed, key);
      const rows = shown.map((code, i) => {
        const rate = (base[i] ?? 1) * (1 + roll.next() / 20);
        return [code, rate.toFixed(4), (rate * 1.004).toFixed(4)];
      });
      return headed(`Rates of ${dayOf(key)}`, table(['Currency', 'Buy', 'Sell'], rows));
    },
  };
}

/** One port: what its pages say is four times and heights, and when the sun rises. */
export function tideTables(seed: string): Contents {
  const port = dice(seed).pick(places);
  return {
    kind: 'tides',
    pages: 365,
    label: (key) => `${port}, ${dayOf(key)}`,
    page(key) {
      const roll = dice(seed, key);
      const rows = ['High', 'Low', 'High', 'Low'].map((name) => [name, clock(roll), `${decimal(roll, 7)} m`]);
      const sun = definitions([
        ['Sunrise', clock(roll)],
        ['Sunset', clock(roll)],
      ]);
      return headed(`Tides at ${port} on ${dayOf(key)}`, table(['Water', 'Time', 'Height'], rows) + sun);
    },
  };
}

export function weather(seed: string): Contents {
  return {
    kind: 'weather',
    pages: 300,
    label: dayOf,
    page(key) {
      const roll = dice(seed, key);
      const rows = Array.from({ length: 24 }, (_, hour) => [
        `${hour}:00`,
        `${decimal(roll, 30)} °C`,
        `${roll.below(100)} %`,
        `${decimal(roll, 12)} mm`,
      ]);
      const head = ['Hour', 'Temperature', 'Humidity', 'Rain'];
      return headed(`Readings of ${dayOf(key)}`, table(head, rows));
    },
  };
}

export function spareParts(seed: string): Contents {
  const number = (key: number): number => 10_000 + key * 7;
  return {
    kind: 'spare parts',
    pages: 340,
    label: (key) => `Part ${number(key)}`,
    page(key) {
      const roll = dice(seed, key);
      const list = definitions([
        ['Length', `${decimal(roll, 400)} mm`],
        ['Width', `${decimal(roll, 90)} mm`],
        ['Weight', `${roll.below(900)} g`],
        ['Price', `${decimal(roll, 300, 2)} EUR`],
        ['In stock', roll.below(90)],
        ['Fits models', [1, 2, 3].map(() => roll.below(9_000)).join(', ')],
      ]);
      return headed(`Spare part ${number(key)}`, list);
    },
  };
}

export function matchResults(seed: string): Contents {
  const roundsPerSeason = 34;
  const teams = places.slice(0, 12);
  const name = (key: number): string =>
    `Season ${1980 + Math.floor(key / roundsPerSeason)}, round ${(key % roundsPerSeason) + 1}`;
  return {
    kind: 'results',
    pages: 306,
    label: name,
    page(key) {
      const roll = dice(seed, key);
      const order = teams.toSorted((a, b) => dice(seed, key, a).next() - dice(seed, key, b).next());
      const rows = Array.from({ length: 6 }, (_, i) => [
        `${order[2 * i]} – ${order[2 * i + 1]}`,
        `${roll.below(6)}:${roll.below(5)}`,
        roll.below(60_000),
      ]);
      return headed(name(key), table(['Match', 'Result', 'Spectators'], rows));
    },
  };
}
