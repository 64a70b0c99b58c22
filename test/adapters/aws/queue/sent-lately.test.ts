import { beforeEach, describe, expect, test } from 'vitest';
import { SentLately } from '../../../../lib/adapters/aws/queue/sent-lately.ts';
import { HeldClock } from '../../../support/clock.ts';

let clock: HeldClock;
let lately: SentLately;
beforeEach(() => {
  clock = new HeldClock();
  lately = new SentLately(clock);
});

describe('the count of a queue that lags behind what was sent', () => {
  test('has what was sent on top of it until it shows', () => {
    expect(lately.correct(100)).toBe(100);
    lately.add(10);
    lately.add(10);
    expect(lately.correct(100)).toBe(120);
  });

  test('never has twice what it shows already, all or some of it', async () => {
    lately.correct(100);
    lately.add(10);
    lately.correct(100);
    await clock.advance(10_000);
    lately.add(10);
    expect(lately.correct(105)).toBe(120);
    expect(lately.correct(120)).toBe(120);
    expect(lately.correct(130)).toBe(130);
  });

  test('is believed about what is done, except for what was just sent, and that after a minute', async () => {
    lately.correct(100);
    lately.add(10);
    await clock.advance(59_999);
    expect(lately.correct(40)).toBe(50);
    await clock.advance(1);
    expect(lately.correct(40)).toBe(40);
  });

  test('has what was sent before anybody counted', () => {
    lately.add(10);
    expect(lately.correct(0)).toBe(10);
  });
});
