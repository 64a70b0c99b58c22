import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Applicant,
  admitHost,
  earnSpare,
  type Ledger,
  settleTrial,
  withSketch,
} from '../../../lib/domain/domains/ledger.ts';
import type { HostName } from '../../../lib/domain/url/url.ts';

const limits = { newHosts: 3 };
const host = (number: number): HostName => `h${number}.example.org` as HostName;

function applicant(number: number, claim: Applicant['claim'] = 'linked', counted = false): Applicant {
  return { host: host(number), claim, counted };
}

/** A ledger whose first host is 0, with `trying` hosts of 1 … n on trial. */
function started(trying: number, settings = limits): Ledger {
  let ledger: Ledger | undefined;
  for (let number = 0; number <= trying; number++) {
    ledger = admitHost(ledger, applicant(number), settings)?.ledger ?? ledger;
  }
  return ledger as Ledger;
}

describe('the ledger of a registered domain', () => {
  it('lets its first host in without a try, and knows it again', () => {
    const first = admitHost(undefined, applicant(0, 'unproven'), limits);
    expect(first).toMatchObject({ standing: 'good', ledger: { hosts: 1, credit: 3, trying: {} } });
    expect(admitHost(first?.ledger, applicant(0), limits)).toEqual(first);
  });

  it('tries out so many hosts at once, and no more', () => {
    const ledger = started(3);
    expect(ledger).toMatchObject({ hosts: 4, credit: 0, trying: { [host(3)]: 'credit' } });
    expect(admitHost(ledger, applicant(4), limits)).toBeUndefined();
    expect(admitHost(ledger, applicant(2), limits)).toEqual({ standing: 'trying', ledger });
  });

  it.each([
    ['proved', 2, 1],
    ['barren', 0, 0],
    ['void', 1, 0],
  ] as const)(
    'a host that is %s brings %i more tries when one has room for them',
    (trial, credit, proved) => {
      const settled = settleTrial({ ...started(3), trying: { [host(1)]: 'credit' } }, host(1), trial);
      expect(settled).toMatchObject({ credit, proved, trying: {} });
      expect(settleTrial(settled, host(1), trial)).toEqual(settled);
    },
  );

  it('never has more tries than at the beginning, until many hosts have proved themselves', () => {
    let ledger = started(0);
    for (let number = 1; number <= 40; number++) {
      ledger = admitHost(ledger, applicant(number), limits)?.ledger as Ledger;
      ledger = settleTrial(ledger, host(number), 'proved');
      expect(ledger.credit).toBeLessThanOrEqual(3 + Math.floor(number / 8));
    }
    expect(ledger.credit).toBe(8);
  });

  it('gives tries for unproven links only out of what the domain has saved up', () => {
    expect(admitHost(started(1), applicant(5, 'unproven'), limits)).toBeUndefined();
    const ledger = earnSpare(started(1));
    const admitted = admitHost(ledger, applicant(5, 'unproven'), limits);
    expect(admitted).toMatchObject({ standing: 'trying', ledger: { spare: 0, credit: 2 } });
    expect(settleTrial(admitted?.ledger as Ledger, host(5), 'proved')).toMatchObject({
      credit: 2,
      proved: 1,
    });
    expect(settleTrial(admitted?.ledger as Ledger, host(5), 'void')).toMatchObject({ spare: 1 });
  });

  it('keeps no seed out, and counts it', () => {
    expect(admitHost(started(3), applicant(9, 'seed'), { newHosts: 3, hostsPerDomain: 1 })).toMatchObject({
      standing: 'good',
      ledger: { hosts: 5 },
    });
  });

  it('holds to the hosts that it may have, and does not count one twice', () => {
    const budgets = { newHosts: 3, hostsPerDomain: 2 };
    const ledger = started(1, budgets);
    expect(ledger.hosts).toBe(2);
    expect(admitHost(ledger, applicant(2), budgets)).toBeUndefined();
    expect(admitHost(ledger, applicant(3, 'linked', true), budgets)?.ledger.hosts).toBe(2);
    expect(admitHost(ledger, applicant(2), { newHosts: 3, hostsPerDomain: 3 })?.standing).toBe('trying');
  });

  it('has more tries at once when somebody allows more', () => {
    expect(admitHost(started(3), applicant(4), { newHosts: 5 })).toMatchObject({ ledger: { credit: 1 } });
    expect(admitHost(started(3), applicant(4), { newHosts: 1 })).toBeUndefined();
  });

  it('does not let a host be tried twice whose worker died after it had proved itself', () => {
    const ledger = withSketch(settleTrial(started(1), host(1), 'proved'), { host: host(1), sketch: 'x' });
    expect(admitHost(ledger, applicant(1), limits)).toEqual({ standing: 'good', ledger });
  });

  it('spends no more tries than it has earned, whatever happens in which order', () => {
    const claims = fc.constantFrom('linked' as const, 'unproven' as const);
    const trials = fc.constantFrom('proved' as const, 'barren' as const, 'void' as const);
    const step = fc.record({ number: fc.nat(12), claim: claims, trial: trials, what: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        let ledger = started(0);
        let [barren, spares] = [0, 0];
        for (const { number, claim, trial, what } of steps) {
          if (what === 0) {
            spares += 1;
            ledger = earnSpare(ledger);
          } else if (what < 5) ledger = admitHost(ledger, applicant(number, claim), limits)?.ledger ?? ledger;
          else {
            if (trial === 'barren' && host(number) in ledger.trying) barren += 1;
            ledger = settleTrial(ledger, host(number), trial);
          }
          const atOnce = 3 + Math.floor(ledger.proved / 8);
          const trying = Object.values(ledger.trying).filter((purse) => purse === 'credit').length;
          expect(ledger.credit).toBeGreaterThanOrEqual(0);
          expect(ledger.credit + trying).toBeLessThanOrEqual(atOnce);
          expect(ledger.spare).toBeLessThanOrEqual(spares);
          // Two for each that proved itself, and those there were at the beginning.
          expect(barren).toBeLessThanOrEqual(3 + 2 * ledger.proved + spares);
        }
      }),
    );
  });
});
