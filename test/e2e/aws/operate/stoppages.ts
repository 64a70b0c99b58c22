import { DeleteFunctionConcurrencyCommand, PutFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { configKey } from '../../../../lib/adapters/aws/base/keys.ts';
import { functionName } from '../../../../lib/config/stack/names.ts';
import type { Check, Status } from '../../../../lib/runtime/shared/installation.ts';
import { winnow } from '../../../bin/test-io.ts';
import type { DeployedStack } from '../../support/stack/deployed-stack.ts';
import { openOnStack } from '../../support/stack/job-on-stack.ts';
import { withoutMapping } from '../../support/stack/pollers.ts';
import { switchOff, switchOn } from '../../support/stack/run-schedule.ts';

const [job, gone] = ['standing', 'settingless'];

/** What somebody can switch off or lose by hand, so that a crawl stands still. */
export function stoppages(stack: () => DeployedStack): void {
  describe('a stack that somebody has stopped by hand', () => {
    beforeAll(async () => {
      for (const name of [job, gone]) await openOnStack(stack(), name, { turn: { maxSeconds: 2 } });
    });

    const data = async <T>(...words: readonly string[]): Promise<T> => {
      const { out } = await winnow([...words, '--stack', stack().name, '--json']);
      return JSON.parse(out) as T;
    };
    /** What `doctor` and `status` find, in a line each. */
    const said = async () => {
      const checks = await data<readonly Check[]>('doctor');
      const { reasons } = await data<Status>('status', '--job-name', job);
      return {
        doctor: checks
          .filter(({ ok }) => ok !== 'ok')
          .map(({ ok, name, detail }) => `${ok} ${name}: ${detail}`),
        status: reasons.filter((reason) => reason.includes('winnow doctor')),
      };
    };

    it('has nothing to say of itself before', async () => {
      expect(await said()).toEqual({ doctor: [], status: [] });
    });

    it('says that the trigger of the harvester is disabled', async () => {
      const { doctor, status } = await withoutMapping(stack(), said);
      expect(doctor).toEqual([
        'fail trigger of harvest: it is Disabled, so nothing that waits in its queue is done',
      ]);
      expect(status).toEqual([expect.stringContaining('trigger of harvest: it is Disabled')]);
    });

    it('says that Lambda may not run a function', async () => {
      const { lambda, name } = stack();
      const FunctionName = functionName(name, 'dispatch');
      await lambda.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 }));
      const { doctor, status } = await said();
      await lambda.send(new DeleteFunctionConcurrencyCommand({ FunctionName }));
      expect(doctor).toEqual([
        'fail concurrency of dispatch: its reserved concurrency is 0, so Lambda never runs it',
      ]);
      expect(status).toEqual([expect.stringContaining('concurrency of dispatch')]);
    });

    it('says that a schedule is disabled', async () => {
      await switchOff(stack(), 'dispatch');
      const { doctor, status } = await said();
      await switchOn(stack(), 'dispatch');
      expect(doctor).toEqual(['warn schedule dispatch: it is DISABLED']);
      expect(status).toEqual([expect.stringContaining('schedule dispatch: it is DISABLED')]);
    });

    it('says of a job whose settings are gone what is wrong with it, wherever the job is named', async () => {
      const { runtime, outputs, name, invoke } = stack();
      const { config = '' } = (await runtime.stores.jobs.job(gone)) ?? {};
      const key = configKey(gone, config);
      const settings = await runtime.bucket.get('settings', key);
      if (settings === undefined) throw new Error(`there is no ${key}`);
      const lost = `not-found: the job ${gone} has no settings ${config}`;
      await runtime.s3.send(new DeleteObjectCommand({ Bucket: outputs.BucketName, Key: key }));
      try {
        expect((await said()).doctor).toEqual([expect.stringMatching(`^fail job ${gone}: .*${lost}`)]);
        const checks = await data<readonly Check[]>('doctor', '--job-name', gone);
        expect(checks).toContainEqual(expect.objectContaining({ name: `job ${gone}`, ok: 'fail' }));
        expect((await data<Status>('status', '--job-name', gone)).reasons.join()).toContain(lost);
        expect((await winnow(['jobs', '--stack', name])).out).toContain('its settings cannot be read');
        const { answer } = await invoke('ops', { widget: 'jobs' });
        expect(String(answer)).toContain('its settings cannot be read (not-found');
      } finally {
        await runtime.bucket.put('settings', key, settings, { contentType: 'application/json' });
      }
    });
  });
}
