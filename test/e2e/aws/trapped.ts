import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Status } from '../../../lib/runtime/shared/installation.ts';
import { winnow } from '../../bin/test-io.ts';
import { type Score, scored } from '../../support/trap-web/score.ts';
import type { TrapWeb } from '../../support/trap-web/trap-web.ts';
import { standardWeb } from '../../support/trap-web/webs.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { untilQuiet, withClockwork } from '../support/clockwork.ts';
import { type Collection, comparable, readCollection } from '../support/collection.ts';
import { openData } from '../support/data-directory.ts';
import { jobDirectory } from '../support/job-directory.ts';
import { crawlHere } from '../support/process/in-process.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';
import { expectHonest, mostWaiting } from '../support/web/expect-honest.ts';
import { unnamedTraps } from '../support/web/named-traps.ts';

const job = 'trapped';
const turn = { maxPages: 25, maxSeconds: 2 };

type Outcomes = Readonly<Record<string, string>>;

/** What became of honest pages under the URLs that are theirs alone. An entrance names other made-up hosts each time. */
function honestOf(collection: Collection, web: TrapWeb): Outcomes {
  const honest = [...collection].filter(([url]) => {
    const { host, pathname, search } = new URL(url);
    const known = web.known(host, pathname + search);
    return known?.id !== undefined && known.trap === undefined;
  });
  const outcomes = Object.entries(comparable(new Map(honest)));
  return Object.fromEntries(
    outcomes.map(([url, outcome]) => [url, new URL(url).pathname === '/' ? 'an entrance' : outcome]),
  );
}

/** URLs that one of two crawls has not fetched: which pages wait for a later try of their region, the order of fetches decides. */
function waitingOnEither(one: Outcomes, other: Outcomes): ReadonlySet<string> {
  const urls = Object.keys({ ...one, ...other });
  return new Set(
    urls.filter((url) => [one, other].some((outcomes) => (outcomes[url] ?? 'pending') === 'pending')),
  );
}

function without(urls: ReadonlySet<string>, outcomes: Outcomes): Outcomes {
  return Object.fromEntries(Object.entries(outcomes).filter(([url]) => !urls.has(url)));
}

/** The web of traps that the embedded runtime crawls too, through the deployed functions. */
export function trapped(stack: () => DeployedStack): void {
  describe('a crawl of a web with a trap of each kind', () => {
    const web = standardWeb();
    let served: TestWeb;
    let score: Score;

    beforeAll(async () => {
      served = await startWeb({ pages: web.pages });
      await openOnStack(stack(), job, { seeds: web.seeds(served.port), turn });
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      score = scored(web, served.log);
    }, 400_000);

    afterAll(async () => {
      // What is held is tried again now and then: not beside the parts that follow.
      await winnow(['pause', '--stack', stack().name, '--job-name', job]);
      await served.close();
    });

    it('has its honest pages fetched, with few fetches in each of its traps', () => {
      expectHonest(score, web);
    });

    it('has all traps named by status', async () => {
      const { out } = await winnow(['status', '--stack', stack().name, '--job-name', job]);
      expect(unnamedTraps(web, score, out), out).toEqual([]);
    });

    it('makes of the honest pages what the same crawl makes of them on one machine', async () => {
      const onStackOnly = served.log.length;
      const directory = jobDirectory(job, { seeds: web.seeds(served.port), turn });
      await crawlHere(directory);
      const { out } = await winnow(['status', '--job', directory]);
      expect(unnamedTraps(web, scored(web, served.log.slice(onStackOnly)), out), out).toEqual([]);
      const onStack = await readCollection(stack().runtime.stores, job);
      const data = openData(join(directory, 'data'));
      const [here, there] = [honestOf(await data.collection(job), web), honestOf(onStack, web)];
      data.close();
      const waiting = waitingOnEither(here, there);
      expect(waiting.size, [...waiting].join('\n')).toBeLessThanOrEqual(score.total * mostWaiting);
      expect(without(waiting, there)).toEqual(without(waiting, here));
    });

    it('has what one region holds fetched when a person lets it go', async () => {
      const target = ['--stack', stack().name, '--job-name', job];
      const { out } = await winnow(['status', ...target, '--json']);
      const regions = ((JSON.parse(out) as Status).heldRegions ?? []).flatMap((place) =>
        place.regions.map((one) => ({ ...one, host: place.host })),
      );
      const [fewest] = regions.sort((a, b) => a.held - b.held);
      const { host = '', region = '', examples = [] } = fewest ?? {};
      const { err } = await winnow(['crawl', '--held', '--host', host, '--region', region, ...target]);
      expect(err).toMatch(/held URLs? of 1 host (is|are) let go/);
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      for (const url of examples)
        expect((await winnow(['why', url, ...target])).out).not.toContain('held at depth');
    }, 200_000);
  });
}
