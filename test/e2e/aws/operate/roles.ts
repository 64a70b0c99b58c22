import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdkClient } from '../../../../lib/adapters/aws/clients/sdk-client.ts';
import { functionName } from '../../../../lib/config/stack/names.ts';
import { ask, dataOf } from '../../../../lib/operations/ask.ts';
import { everywhere, loadOperation, type OperationEntry } from '../../../../lib/operations/everywhere.ts';
import { operations } from '../../../../lib/operations/operations.ts';
import { waysOf } from '../../../../lib/operations/ways.ts';
import { connectAws } from '../../../../lib/runtime/aws/aws.ts';
import { clientConfig } from '../../../../localstack/clients.ts';
import { type AccessKey, makeUser } from '../../../../localstack/iam.ts';
import { winnow } from '../../../bin/test-io.ts';
import { ownWords } from '../../../support/own-words.ts';
import { minimalInput } from '../../../support/rest/minimal-input.ts';
import { urlEvent } from '../../../support/rest/url-event.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { untilQuiet, withClockwork } from '../../support/clockwork.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import type { DeployedStack } from '../../support/stack/deployed-stack.ts';
import { grantedPolicies, type Role } from '../../support/stack/granted-policies.ts';
import { withRightsOf } from '../../support/stack/role.ts';
import { storedOf } from '../../support/stack/stored-of.ts';

const [job, over] = ['roles', 'roles-over'];
const limits = { turn: { maxSeconds: 2 }, limits: { pagesPerDay: 10_000 } };
const entries: Readonly<Record<string, OperationEntry>> = operations;
const names = Object.keys(operations);

/** What there is nothing of to be seen here. */
const absentHere: readonly string[] = [
  ...[
    'letter',
    'examples-model',
    'examples-hubs',
    'examples-sites',
    'export-look',
    'sinks-refused',
    'search',
    // The topic is no taxonomy.
    'classes-show',
    'classes-examples',
    'classes-save',
  ],
];
const denied = /is not allowed: the role or the credentials lack [a-z0-9]+:\w+/;

export function roles(stack: () => DeployedStack): void {
  describe('people with what the construct grants them', () => {
    let web: TestWeb;
    let keys: Readonly<Record<Role, AccessKey>>;
    const directory = jobDirectory(job, { ...limits, topic: { file: 'topic.txt' } });
    writeFileSync(join(directory, 'topic.txt'), '100: page=PAGES\n');

    beforeAll(async () => {
      web = await startWeb({
        pages: ({ name, path, port }) => ({
          headers: { 'content-type': 'text/html' },
          body: `<title>page ${path}</title>page ${ownWords(name + path)} <a href="http://b.localhost:${port}/">there</a>`,
        }),
      });
      const { name, cloud } = stack();
      for (const line of [
        ['deploy-job', jobDirectory(over, limits)],
        ['deploy-job', directory],
        ['crawl', '--job-name', job],
        ['seed', web.url('a.localhost'), '--job-name', job],
      ])
        expect(await winnow([...line, '--stack', name])).toMatchObject({ exit: 0, err: '' });
      await withClockwork(stack(), () => untilQuiet(stack(), job));
      await winnow(['pause', '--stack', name, '--job-name', job]);
      const policies = await grantedPolicies(stack());
      const made = Object.entries(policies).map(async ([role, policy]) => [
        role,
        await makeUser(cloud, `${name}-${role}`, policy),
      ]);
      keys = Object.fromEntries(await Promise.all(made)) as typeof keys;
    });

    afterAll(async () => {
      Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });
      await web.close();
    });

    const state = () => storedOf(stack(), job);

    const inputOf = (name: string) => {
      const about = name === 'remove' || name === 'erase' ? over : job;
      return minimalInput(name, { job: about, url: web.url('a.localhost'), host: 'a.localhost' });
    };

    /** Asks with somebody's credentials, as the command line does. @returns `done`, or what is wrong in words */
    async function asked(role: Role, name: string, input: object): Promise<string> {
      const { accessKeyId, secretAccessKey } = keys[role];
      Object.assign(process.env, { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey });
      const named = await loadOperation(entries, name);
      if (named === undefined) throw new Error(`there is no ${name}`);
      const installation = await connectAws(stack().name);
      try {
        const put = (): string => '';
        const answer = dataOf(await ask(named, installation.place, input, { by: role, reason: '', put }));
        if (named.operation.isStream) for await (const _ of answer as AsyncIterable<unknown>);
        return 'done';
      } catch (error) {
        return `${(error as { code?: string }).code}: ${(error as Error).message}`;
      } finally {
        await installation.close();
      }
    }

    /** The fields by which nothing is changed; undefined: there are none. */
    async function lookingInput(name: string): Promise<object | undefined> {
      const { operation } = (await loadOperation(entries, name)) ?? {};
      const [way] = operation === undefined ? [] : waysOf(operation);
      if (way?.isReading !== true) return undefined;
      const { raise: _r, write: _w, repair: _p, confirmed: _c, incremental: _i, ...input } = inputOf(name);
      return name === 'seed' ? { job, suggest: true } : input;
    }

    describe('to view', () => {
      it.each(names)(
        'are shown %s, or are refused what it changes, and all stays as it was',
        async (name) => {
          const { operation } = (await loadOperation(entries, name)) ?? {};
          const before = await state();
          const looking = await lookingInput(name);
          if (looking !== undefined) {
            const seen = await asked('view', name, looking);
            if (absentHere.includes(name)) expect(seen).not.toMatch(denied);
            else expect(seen).toBe('done');
          }
          if (operation?.effect !== 'reads') {
            const toQueue = name === 'changes' ? { toQueue: stack().indexerQueue } : {};
            const done = await asked('view', name, { ...inputOf(name), ...toQueue });
            // No export is under way.
            if (name === 'export-continue') expect(done).toMatch(/^not-found: /);
            else expect(done).toMatch(denied);
          }
          expect(await state()).toEqual(before);
        },
      );

      /** Calls a function with their credentials. */
      async function called(fn: 'view' | 'ops', command: object): Promise<string> {
        const lambda = sdkClient(LambdaClient, { ...clientConfig(stack().cloud), credentials: keys.view });
        const call = { FunctionName: functionName(stack().name, fn), Payload: JSON.stringify(command) };
        try {
          const { FunctionError, Payload } = await lambda.send(new InvokeCommand(call));
          return FunctionError === undefined ? 'done' : Buffer.from(Payload ?? []).toString();
        } catch (error) {
          return (error as Error).name;
        } finally {
          lambda.destroy();
        }
      }

      it('may call the function `view`, which does what looks and nothing else, and not `ops`', async () => {
        const before = await state();
        for (const name of Object.keys(everywhere)) {
          const { operation } = (await loadOperation(entries, name)) ?? {};
          const answer = await called('view', { command: name, ...inputOf(name) });
          if (operation?.effect !== 'reads')
            expect(answer).toMatch(/not for those who only look|no function does it/);
          else if (!absentHere.includes(name)) expect([name, answer]).toEqual([name, 'done']);
        }
        expect(await called('ops', { command: 'status', job })).toMatch(/AccessDenied/);
        expect(await state()).toEqual(before);
      });

      it('could change nothing by it even if our code let them: its role may not', async () => {
        const before = await state();
        await withRightsOf(stack(), 'ops', 'view', async () => {
          for (const name of ['pause', 'stop', 'open', 'block', 'reharvest', 'recycle', 'report']) {
            const { failed, answer } = await stack().invoke('ops', { command: name, ...inputOf(name) });
            expect([name, failed, JSON.stringify(answer)]).toEqual([
              name,
              true,
              expect.stringMatching(denied),
            ]);
          }
        });
        expect(await state()).toEqual(before);
      });
    });

    it('ask by URLs, one of which changes nothing; the log names their credentials', async () => {
      const { invoke, runtime } = stack();
      const seen = await invoke('view', urlEvent(`/v1/jobs/${job}/hosts`));
      expect(seen.answer).toMatchObject({ statusCode: 200, body: expect.stringContaining('a.localhost') });
      const pause = urlEvent(`/v1/jobs/${over}/pause`, { method: 'POST', body: { reason: 'a look' } });
      expect((await invoke('view', pause)).answer).toMatchObject({ statusCode: 403 });
      expect((await invoke('ops', pause)).answer).toMatchObject({ statusCode: 200 });
      const { commands } = await runtime.stores.commands.commands(1);
      const ann = 'arn:aws:sts::123456789012:assumed-role/people/ann';
      expect(commands).toMatchObject([{ by: ann, caller: expect.stringContaining(`${ann}, invocation`) }]);
    });

    describe('to operate', () => {
      it.each(names.filter((name) => name !== 'fetch'))(
        'are denied nothing of %s, but what destroys',
        async (name) => {
          const { operation } = (await loadOperation(entries, name)) ?? {};
          const before = await state();
          const answer = await asked('operate', name, inputOf(name));
          if (operation?.effect !== 'destroys') return expect(answer).not.toMatch(denied);
          expect(answer).toMatch(/lack s3:ListBucketVersions/);
          expect(await state()).toEqual(before);
        },
      );
    });

    describe('to destroy', () => {
      it('remove a job', async () => {
        await asked('destroy', 'stop', { job: over });
        expect(await asked('destroy', 'remove', inputOf('remove'))).toBe('done');
        const left = await stack().runtime.stores.jobs.job(over);
        expect(left).toBeUndefined();
      });
    });
  });
}
