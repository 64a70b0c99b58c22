import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../../bin/test-io.ts';
import type { TestWeb } from '../../../support/web/web-server.ts';
import { readPublished } from '../../support/changes.ts';
import { untilQuiet, withClockwork } from '../../support/clockwork.ts';
import { readCollection } from '../../support/collection.ts';
import type { DeployedStack } from '../../support/stack/deployed-stack.ts';
import { openOnStack } from '../../support/stack/job-on-stack.ts';
import { toldTurns } from '../../support/stack/published.ts';
import {
  about,
  honest,
  lost,
  name,
  shell,
  standInFindings,
  startStandInSite,
  wall,
} from '../../support/web/stand-in-site.ts';

const job = 'stand-ins';

/** The site that the embedded runtime crawls too (`stand-ins.test.ts`), through the deployed functions. */
export function standIns(stack: () => DeployedStack): void {
  describe('a crawl of a site of thirty soft 404s, a wall and a page that scripts make', () => {
    let web: TestWeb;
    let findings: ReturnType<typeof standInFindings>;

    beforeAll(async () => {
      web = await startStandInSite();
      await openOnStack(stack(), job, {
        seeds: [web.url(name)],
        scope: { hosts: [name] },
        turn: { maxPages: 25, maxSeconds: 2 },
      });
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      const { stores } = stack().runtime;
      const { records } = readPublished(await toldTurns(stores.changes, job));
      findings = standInFindings(web, await readCollection(stores, job), records.values());
    }, 400_000);

    afterAll(() => web.close());

    it('brings its honest pages alone, and what scripts make marked', () => {
      const { outcomes, details, record } = findings;
      expect(outcomes([...honest, ...about, '/'])).toEqual(['stored']);
      expect(outcomes([...lost, wall])).toEqual(['denied']);
      expect(new Set(details(lost).map((detail) => detail.split(',')[0]))).toEqual(
        new Set(['stand-in: not-found']),
      );
      expect(details([wall])[0]).toContain('stand-in: consent, by each line speaks of consent');
      expect(record(shell)?.standIn?.kind).toBe('scripts');
      expect(record('/owls/0')).not.toHaveProperty('standIn');
    });

    it('is explained by what told its pages from others', async () => {
      const target = ['--stack', stack().name, '--job-name', job];
      const { exit, out } = await winnow(['why', web.url(name, lost[0]), ...target]);
      expect(exit).toBe(0);
      expect(out).toContain('stand-in: not-found, by its title');
    });
  });
}
