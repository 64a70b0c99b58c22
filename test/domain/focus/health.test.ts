import { describe, expect, it } from 'vitest';
import { observe } from '../../../lib/domain/focus/harvest-watch.ts';
import { healthOf, type Neighbourhood } from '../../../lib/domain/focus/health.ts';
import { newWatch } from '../../../lib/domain/focus/supervision.ts';
import type { Left } from '../../../lib/domain/focus/work-left.ts';

const well = Array.from({ length: 30 }).reduce<typeof newWatch>((watch) => observe(watch, [10, 5]), newWatch);
const fallen = observe(well, [60, 0]);
const left = (why: Left['why'], count: number): Left => ({ why, count, hosts: 1 });
const moving = { left: [left('gap', 500)], ready: 500, isMoving: true };
const empty = { left: [], ready: 0, isMoving: false };
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
    expect(healthOf(well, empty, soft, nobody)).toMatchObject({ state: 'finished', advice: [] });
    expect(healthOf(observe(newWatch, [5, 1]), empty, hard, nobody)).toMatchObject({ state: 'finished' });
  });

  it('is stagnation when nothing is left and the harvest had fallen, nothing was kept, or the topic is too narrow', () => {
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
    const waiting = { left: [left('back-off', 40)], ready: 0, isMoving: false, nextMs: 3_600_000 };
    const polite = { left: [left('gap', 40)], ready: 40, isMoving: false, nextMs: 60_000 };
    expect(healthOf(well, waiting, soft, nobody)).toMatchObject({
      state: 'stagnation',
      cause: 'hosts-waiting',
    });
    expect(healthOf(well, polite, soft, nobody)).toMatchObject({ state: 'healthy' });
  });

  it('is finished when all that is left is held, or rests as stages are over, and the harvest held', () => {
    for (const why of ['yield', 'strategy'] as const) {
      const state = { ...empty, left: [left(why, 40)], nextMs: 60_000 };
      expect(healthOf(well, state, soft, nobody)).toMatchObject({ state: 'finished', advice: [] });
    }
  });

  it.each([
    ['yield', 'pages-held', /held brings nothing new.*`winnow regions`.*`winnow crawl --held`/],
    ['strategy', 'stages-over', /stages of the strategy are over.*`winnow strategy`/],
    ['hold', 'hosts-waiting', /people hold hosts.*`winnow continue --host HOST`/],
    ['budget', 'hosts-waiting', /budgets are used up/],
    ['domain', 'hosts-waiting', /budgets\.newHosts/],
    ['back-off', 'hosts-waiting', /hosts fail/],
    ['gap', 'hosts-waiting', /left alone for a while/],
    ['segments', 'hosts-waiting', /`winnow recycle`/],
    ['cut', 'frontier-empty', /raise them in job\.yaml/],
  ] as const)('advises what helps when all that is left waits for %s', (why, cause, advice) => {
    const state = { ...empty, left: [left(why, 40)] };
    const health = healthOf(fallen, state, soft, nobody);
    expect(health).toMatchObject({ state: 'stagnation', cause });
    expect(health.advice[1]).toMatch(advice);
    const others = health.advice.slice(2).join('\n');
    expect(others).not.toMatch(/budget|hosts fail/);
  });

  it('advises against each thing that is waited for, what most wait for first', () => {
    const state = { ...empty, left: [left('back-off', 2), left('yield', 40), left('budget', 7)] };
    const { cause, advice } = healthOf(fallen, state, soft, nobody);
    expect(cause).toBe('hosts-waiting');
    expect(advice.slice(1)).toEqual([
      expect.stringContaining('winnow regions'),
      expect.stringContaining('budgets are used up'),
      expect.stringContaining('hosts fail'),
    ]);
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
