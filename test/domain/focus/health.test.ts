import { describe, expect, it } from 'vitest';
import { newWatch, observe } from '../../../lib/domain/focus/harvest-watch.ts';
import { healthOf, type Neighbourhood } from '../../../lib/domain/focus/health.ts';

const well = Array.from({ length: 30 }).reduce<typeof newWatch>((watch) => observe(watch, [10, 5]), newWatch);
const fallen = observe(well, [60, 0]);
const moving = { pending: 500, resting: 0, isMoving: true };
const nobody: Neighbourhood = { classes: [], refused: 0, nearly: 0 };
const soft = { mode: 'soft' } as const;
const hard = { mode: 'hard' } as const;

describe('the health of a focused crawl', () => {
  it('is not known early, and good while the harvest holds', () => {
    expect(healthOf(observe(newWatch, [5, 0]), moving, soft, nobody)).toMatchObject({
      state: 'early',
      advice: [],
    });
    expect(healthOf(well, moving, soft, nobody)).toMatchObject({ state: 'healthy', usual: 0.5 });
  });

  it('is diffusion when a soft crawl goes on without a harvest, and stagnation when a hard one does', () => {
    expect(healthOf(fallen, moving, soft, nobody)).toMatchObject({
      state: 'diffusion',
      cause: 'relevance-falling',
      recent: 0,
      usual: 0.5,
      advice: [
        'the crawl strays from its topic: of 100 pages 0 are on topic lately, where it was 50',
        expect.stringContaining('focus.tunnel'),
      ],
    });
    expect(healthOf(fallen, moving, hard, nobody)).toMatchObject({
      state: 'stagnation',
      cause: 'relevance-falling',
    });
  });

  it('is finished when nothing is left and the harvest held, which needs no advice', () => {
    const empty = { pending: 0, resting: 0, isMoving: false };
    expect(healthOf(well, empty, soft, nobody)).toMatchObject({ state: 'finished', advice: [] });
    expect(healthOf(observe(newWatch, [5, 1]), empty, hard, nobody)).toMatchObject({ state: 'finished' });
  });

  it('is stagnation when nothing is left and the harvest had fallen, nothing was kept, or the topic is too narrow', () => {
    const empty = { pending: 0, resting: 0, isMoving: false };
    const frontierEmpty = { state: 'stagnation', cause: 'frontier-empty' };
    expect(healthOf(fallen, empty, soft, nobody)).toMatchObject(frontierEmpty);
    expect(healthOf(observe(newWatch, [5, 0]), empty, soft, nobody)).toMatchObject(frontierEmpty);
    const classes = [{ path: '/money/investing', refused: 30 }];
    expect(healthOf(well, empty, soft, { ...nobody, classes })).toMatchObject({
      state: 'stagnation',
      cause: 'topic-too-narrow',
    });
    expect(healthOf(newWatch, empty, soft, nobody)).toMatchObject({ state: 'early' });
  });

  it('is stagnation when all that is left lies on hosts that may not be asked, but not while they are polite', () => {
    const waiting = { pending: 40, resting: 40, isMoving: false, nextMs: 3_600_000 };
    const polite = { pending: 40, resting: 0, isMoving: false, nextMs: 60_000 };
    expect(healthOf(well, waiting, soft, nobody)).toMatchObject({
      state: 'stagnation',
      cause: 'hosts-waiting',
    });
    expect(healthOf(well, polite, soft, nobody)).toMatchObject({ state: 'healthy' });
  });

  it('names the class that refused pages keep falling into', () => {
    const classes = [{ path: '/money/investing', refused: 30, above: '/money' }];
    const { cause, advice } = healthOf(fallen, moving, hard, { ...nobody, classes });
    expect(cause).toBe('topic-too-narrow');
    expect(advice[1]).toContain('30 refused pages belong to /money/investing: add it to topic.good');
  });

  it.each([
    [30, 10, 'topic-too-narrow'],
    [30, 3, 'relevance-falling'],
    [8, 8, 'relevance-falling'],
  ])('of %i refused pages with %i nearly on topic has the cause %s', (refused, nearly, cause) => {
    expect(healthOf(fallen, moving, soft, { classes: [], refused, nearly }).cause).toBe(cause);
  });
});
