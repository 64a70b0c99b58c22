import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach } from 'vitest';
import type { HostName } from '../../lib/base/url/url.ts';
import type { CrashPlan } from '../support/crash.ts';

/** What every contract needs of an adapter beside the port itself. */
export interface Fixture {
  /** Every call of the adapter to what lies behind it is a step of this plan. */
  readonly crash: CrashPlan;
  readonly close?: () => Promise<void>;
}

export interface ContractOptions {
  /** 1 runs the bulk tests in full; less where each call costs a round trip. They stay larger than a page. */
  readonly scale?: number;
}

/** Opens a fixture for each test of the suite and closes it after. Stores behind it may be shared: use fresh names. */
export function opened<F extends Pick<Fixture, 'close'>>(make: () => Promise<F>): () => F {
  let fixture: F | undefined;
  beforeEach(async () => {
    fixture = await make();
  });
  afterEach(async () => {
    await fixture?.close?.();
    fixture = undefined;
  });
  return () => {
    if (fixture === undefined) throw new Error('a fixture exists only inside a test');
    return fixture;
  };
}

/** A name that no other test uses: many suites run on the same tables. */
export function freshName(prefix = 't'): string {
  return `${prefix}-${randomBytes(9).toString('hex')}`;
}

export function hostName(name: string): HostName {
  return name as HostName;
}

/** Host names as the URL standard lets them through, each of which has broken somebody's key or file name. */
export const oddHosts: readonly HostName[] = [
  'example.org',
  'example.org:8443',
  'example.org_8443',
  'example.org.example.org',
  '127.0.0.1:80',
  '[2001:db8::1]',
  '[2001:db8::1]:8080',
  'xn--bcher-kva.example',
  'xn--fiqs8s',
  'con',
  'under_score.example',
  "a!b$c&d'(e)*+,;=~.example",
  `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}:65535`,
].map(hostName);

/** `size` bytes that look random, cannot be compressed, and are the same for the same seed. */
export function noise(size: number, seed = 1): Uint8Array {
  const bytes = new Uint8Array(size);
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  for (let i = 0; i < size; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state & 255;
  }
  return bytes;
}

/** The same bytes as a plain array's view, so that Buffer and Uint8Array compare equal. */
export function plain(bytes: Uint8Array | undefined): Uint8Array | undefined {
  return bytes === undefined ? undefined : new Uint8Array(bytes);
}

/** Runs `call` for 0 … count − 1, at most 25 at a time. */
export async function many(count: number, call: (index: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += 25) {
    const batch = Array.from({ length: Math.min(25, count - from) }, (_, i) => call(from + i));
    await Promise.all(batch);
  }
}

/** A fixed moment (2026-11-21T00:00Z) that contracts count from: the machine's clock is not asked. */
export const t0 = 1_795_219_200_000;
