/** What a registered domain brought to an arm. */
export interface DomainHarvest {
  /** Pages that a topic filter judged, and those of them that are relevant. */
  readonly judged: number;
  readonly relevant: number;
}

/** The harvest of an arm with its uncertainty. */
export interface ArmHarvest {
  readonly domains: number;
  readonly judged: number;
  readonly relevant: number;
  /** The part of the judged pages that is relevant; 0 where there is none. */
  readonly harvest: number;
  /** Its standard error, domains being what was drawn: pages of one are alike. Undefined with fewer than two. */
  readonly error?: number;
}

/** How two arms differ, the second less the first. */
export interface Comparison {
  readonly difference: number;
  /** A 95 % interval of the difference; absent where an arm has fewer than two domains. */
  readonly interval?: readonly [low: number, high: number];
  /** How often chance alone brings such a difference, or a greater one. */
  readonly p?: number;
  /** The same if every page had been drawn by itself, as the plain test of two proportions has it: mostly too small. */
  readonly pByPages?: number;
  /** `first`, `second`: that arm harvests better, and chance seldom does so. `chance`: it may be chance. `too-few`: domains. */
  readonly verdict: 'first' | 'second' | 'chance' | 'too-few';
}

/** Fewer domains do not say how domains differ. */
export const leastDomains = 10;
/** Chance is believed in from this probability on. */
const level = 0.05;
/** Of a 95 % interval. */
const z = 1.96;

/**
 * The harvest of an arm. Its error is that of a ratio over clusters (Cochran 1977, §6.3): what domains bring beside what
 * they would bring at the common rate.
 */
export function harvestOf(domains: readonly DomainHarvest[]): ArmHarvest {
  const judged = sumOf(domains.map((one) => one.judged));
  const relevant = sumOf(domains.map((one) => one.relevant));
  const harvest = judged === 0 ? 0 : relevant / judged;
  const count = domains.length;
  const known = { domains: count, judged, relevant, harvest };
  if (count < 2 || judged === 0) return known;
  const squares = sumOf(domains.map((one) => (one.relevant - harvest * one.judged) ** 2));
  return { ...known, error: Math.sqrt((squares * count) / (count - 1)) / judged };
}

export function compareArms(first: ArmHarvest, second: ArmHarvest): Comparison {
  const difference = second.harvest - first.harvest;
  if (first.error === undefined || second.error === undefined) return { difference, verdict: 'too-few' };
  const error = Math.hypot(first.error, second.error);
  const p = chanceOf(difference, error);
  const known = {
    difference,
    interval: [difference - z * error, difference + z * error] as const,
    p,
    pByPages: chanceOf(difference, pooledError(first, second)),
  };
  if (Math.min(first.domains, second.domains) < leastDomains) return { ...known, verdict: 'too-few' };
  return { ...known, verdict: p >= level ? 'chance' : difference > 0 ? 'second' : 'first' };
}

function pooledError(first: ArmHarvest, second: ArmHarvest): number {
  const part = (first.relevant + second.relevant) / (first.judged + second.judged);
  return Math.sqrt(part * (1 - part) * (1 / first.judged + 1 / second.judged));
}

/** Of the normal distribution, on both sides. */
function chanceOf(difference: number, error: number): number {
  if (error === 0) return difference === 0 ? 1 : 0;
  return upperTails(Math.abs(difference) / error);
}

/** The probability beyond ±x, within 1.5e-7 (Abramowitz and Stegun 1964, 7.1.26). */
function upperTails(x: number): number {
  const root = x / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * root);
  const terms = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
  const sum = terms.reduceRight((inner, term) => t * (term + inner), 0);
  return Math.min(1, sum * Math.exp(-(root ** 2)));
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
