import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { S3Tables } from '../../../lib/adapters/aws/objects/s3-tables.ts';
import { namedQueries, textWith } from '../../../lib/capabilities/sql/named-queries.ts';
import type { QueryValues } from '../../../lib/capabilities/sql/named-query.ts';
import type { SqlAnswer } from '../../../lib/pipeline/operation/crawl-tables.ts';
import { winnow } from '../../bin/test-io.ts';
import { type DuckTables, openDuckTables } from '../../support/sql/duck-tables.ts';
import { asOwlAnswer, owlAnswers } from '../../support/sql/owl-answers.ts';
import { type OwlWeb, owlJob, owlValues, startOwlWeb } from '../../support/sql/owl-web.ts';
import { until, withClockwork } from '../support/clockwork.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';

const job = 'owls';

/** Questions in SQL to a job of a stack: of the tables that its function makes, and by the command line. */
export function askedInSql(stack: () => DeployedStack): void {
  describe('a crawl that is asked in SQL', () => {
    let web: OwlWeb;
    let directory: string;
    let duck: DuckTables;

    /** One host never answers: a URL of it waits for hours. */
    const isCrawled = async (): Promise<boolean> => {
      const { hosts } = await stack().runtime.stores.hosts.hosts(job, 100);
      const controls = hosts.map(({ control }) => control);
      const outcomes = controls.flatMap(({ counters }) => Object.values(counters.outcomes));
      const visited = outcomes.reduce((sum, count) => sum + count, 0);
      return (
        visited === 22 &&
        controls.every(({ state, turn, published }) => state !== 'ticketed' && turn === published)
      );
    };

    beforeAll(async () => {
      web = await startOwlWeb();
      directory = mkdtempSync(join(tmpdir(), 'winnow-e2e-sql-'));
      const turn = { maxPages: 5, maxSeconds: 2 };
      await openOnStack(stack(), job, { ...owlJob(web, directory), turn });
      await withClockwork(stack(), () => until('all but one URL were visited', isCrawled));
      const { failed, answer, log } = await stack().invoke('sql');
      expect({ failed, log: failed ? log : '' }).toEqual({ failed: false, log: '' });
      expect(answer).toMatchObject({ outcomes: { [job]: 'published', none: 'absent' } });
      const { bucket } = stack().runtime;
      const { BucketName = '' } = stack().outputs;
      const download = async (located: string): Promise<string> => {
        const key = located.slice(`s3://${BucketName}/`.length);
        const path = join(directory, basename(key));
        writeFileSync(path, (await bucket.get('sql', key)) ?? '');
        return path;
      };
      duck = await openDuckTables(new S3Tables(bucket, BucketName), job, undefined, download);
    }, 240_000);

    afterAll(async () => {
      duck?.close();
      await web.close();
      rmSync(directory, { recursive: true });
    });

    it.each(namedQueries.map((query) => [query.name, query] as const))(
      'answers the shipped question %s out of its Parquet files',
      async (name, query) => {
        const values = { ...query.parameters, ...owlValues(web)[name] } as QueryValues;
        expect(asOwlAnswer(web, name, await duck.ask(textWith(query, values)))).toEqual(owlAnswers[name]);
      },
    );

    it('answers the same by the command line, of a copy that stays in a file', async () => {
      const copy = ['--stack', stack().name, '--job-name', job, '--file', join(directory, 'owls.db')];
      for (const { name } of namedQueries) {
        const set = Object.entries(owlValues(web)[name] ?? {}).flatMap(([key, value]) => [
          '--set',
          `${key}=${value}`,
        ]);
        const { exit, out, err } = await winnow(['sql', ...copy, '--json', '--named', name, ...set]);
        expect({ name, exit, err }).toEqual({ name, exit: 0, err: '' });
        expect(asOwlAnswer(web, name, (JSON.parse(out) as SqlAnswer).rows), name).toEqual(owlAnswers[name]);
      }
    }, 120_000);

    it('is not copied again before that is due', async () => {
      expect((await stack().invoke('sql')).answer).toMatchObject({ outcomes: { [job]: 'resting' } });
    });
  });
}
