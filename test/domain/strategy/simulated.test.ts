import { expect, test } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { ContextFacts } from '../../../lib/domain/strategy/facts.ts';
import { modulesOf } from '../../../lib/domain/strategy/modules/apply.ts';
import { iterate } from '../../../lib/domain/strategy/modules/iterate.ts';
import { type ActiveTarget, emptyRegistry } from '../../../lib/domain/strategy/modules/registry.ts';
import { type RandomCase, type RandomPage, randomCase } from './random-case.ts';
import { type SimulatedContext, simulateIteration } from './simulator.ts';

const cases = process.env.WINNOW_TEST_FULL === '1' ? 10_000 : 300;
/** Iterations after which a crawl that sends all targets back again and again is given up. */
const mostIterations = 80;

/** The addresses that each iteration loads and dismisses. */
type Course = readonly (readonly [loaded: readonly string[], dismissed: readonly string[]])[];

function bySimulator({ model, pages }: RandomCase): Course {
  const context: SimulatedContext = {
    iterations: 0,
    loads: 0,
    relevant: 0,
    dry: 0,
    activeTargets: [],
    known: new Set(),
  };
  const course: [string[], string[]][] = [];
  const find = (index: number): void => {
    const page = pages[index] as RandomPage;
    if (context.known.has(page.address)) return;
    context.known.add(page.address);
    const { address, depth, anchorWords, urlWords } = page;
    context.activeTargets.push({
      address,
      depth,
      anchorWords,
      urlWords,
      passiveResults: {},
      activeResults: {},
    });
  };
  find(0);
  while (context.activeTargets.length > 0 && context.iterations < mostIterations) {
    const { loaded, dismissed } = simulateIteration(model, context);
    course.push([loaded.map(({ address }) => address), dismissed.map(({ address }) => address).sort()]);
    for (const { address } of loaded) {
      const page = pages.find((one) => one.address === address) as RandomPage;
      context.loads++;
      context.relevant += page.isRelevant ? 1 : 0;
      context.dry = page.isRelevant ? 0 : context.dry + 1;
      for (const index of page.links) find(index);
    }
  }
  return course;
}

function byModules({ stage, pages }: RandomCase): Course {
  const modules = modulesOf(stage);
  const counts = { iterations: 0, loads: 0, relevant: 0, targets: 0, dry: 0 };
  const context: ContextFacts = {
    counts,
    yieldOf: () => 1,
    blockYieldOf: () => undefined,
    rowYieldOf: () => undefined,
    worthOf: () => 0,
  };
  const log = {
    evaluated: () => undefined,
    failed: (_: unknown, error: unknown) => {
      throw error;
    },
  };
  const active = new Map<string, ActiveTarget>();
  const known = new Set<string>();
  const find = (index: number): void => {
    const page = pages[index] as RandomPage;
    if (known.has(page.address)) return;
    known.add(page.address);
    active.set(page.address, targetOf(page));
  };
  const course: [string[], string[]][] = [];
  find(0);
  while (active.size > 0 && counts.iterations < mostIterations) {
    const { drawn, dismissed } = iterate(modules, [...active.values()], context, log);
    course.push([drawn.map(({ url }) => url), dismissed.map(({ target }) => target.url).sort()]);
    counts.iterations++;
    for (const { target } of dismissed) active.delete(target.url);
    for (const { url } of drawn) active.delete(url);
    for (const { url } of drawn) {
      const page = pages.find((one) => one.address === url) as RandomPage;
      counts.loads++;
      counts.relevant += page.isRelevant ? 1 : 0;
      counts.dry = page.isRelevant ? 0 : counts.dry + 1;
      for (const index of page.links) find(index);
    }
  }
  return course;
}

function targetOf({ address, depth, anchorWords }: RandomPage): ActiveTarget {
  const none: ReadonlySet<string> = new Set();
  return {
    url: address as CanonicalUrl,
    depth,
    vector: {
      instances: 1,
      anchor: new Set(anchorWords),
      block: none,
      blocks: none,
      rows: none,
      places: none,
      languages: none,
    },
    registry: emptyRegistry(),
  };
}

test('the modules load the same targets in the same order as a literal simulator of the text', () => {
  const first = Number(process.env.WINNOW_TEST_SEED ?? 1);
  let iterations = 0;
  for (let seed = first; seed < first + cases; seed++) {
    const one = randomCase(seed);
    const course = bySimulator(one);
    iterations += course.length;
    expect(byModules(one), `seed ${seed}`).toEqual(course);
  }
  expect(iterations).toBeGreaterThan(cases * 3);
  process.stdout.write(`seeds ${first} to ${first + cases - 1}: ${iterations} iterations agree\n`);
});
