import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { reportKey } from '../../adapters/aws/base/keys.ts';
import { sdkClient } from '../../adapters/aws/clients/sdk-client.ts';
import type { Bucket } from '../../adapters/aws/objects/bucket.ts';
import { WinnowError } from '../../base/error.ts';
import { functionName } from '../../config/stack/names.ts';
import { reportPage } from '../../domain/report/html/page.ts';
import { type Report, reportVersion } from '../../domain/report/report.ts';
import type { KeptReport } from '../../pipeline/operation/place.ts';
import { openReporter, type ReportPorts } from '../../pipeline/report/report.ts';
import type { Job } from '../../ports/jobs.ts';

/** The part of a bucket that a report needs. */
export type ReportBucket = Pick<Bucket, 'put'>;

/** Time kept for looking up pages and putting two objects. */
const marginMs = 60_000;

/** Makes a job's report and puts it into the bucket in place of the last one; uncompressed, so that a copied file opens. */
export async function keepReport(
  ports: ReportPorts,
  bucket: ReportBucket,
  job: Job,
  endBy: number,
): Promise<KeptReport> {
  const report = await openReporter(ports).make(job, endBy - marginMs);
  const [page, data] = [reportKey(job.name, 'html'), reportKey(job.name, 'json')];
  const put = (key: string, text: string, contentType: string): Promise<void> =>
    bucket.put('report', key, Buffer.from(text), { contentType });
  await put(page, reportPage(report), 'text/html; charset=utf-8');
  await put(data, JSON.stringify(report), 'application/json');
  return { page, data, at: report.at, judged: report.harvest?.judged ?? 0 };
}

/** The function answers once the report is stored, within its 15 minutes. */
const patience = { requestTimeout: 930_000, socketTimeout: 930_000 };

/**
 * Asks the ops function to store the report of a job, and reads the report.
 * @throws WinnowError `unavailable` with the function's message when the function fails
 */
export async function reportOfStack(
  bucket: Pick<Bucket, 'get'>,
  stack: string,
  job: string,
): Promise<{ readonly report: Report; readonly page: string }> {
  const FunctionName = functionName(stack, 'ops');
  const Payload = JSON.stringify({ command: 'report', job });
  const lambda = sdkClient(LambdaClient, { maxAttempts: 1, requestHandler: patience });
  const answer = await lambda
    .send(new InvokeCommand({ FunctionName, Payload }))
    .catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new WinnowError('unavailable', `${FunctionName} cannot be asked for a report: ${why}`, { cause });
    })
    .finally(() => lambda.destroy());
  const text = Buffer.from(answer.Payload ?? []).toString();
  if (answer.FunctionError !== undefined)
    throw new WinnowError('unavailable', `${FunctionName} made no report: ${text.slice(0, 500)}`);
  const { page, data } = JSON.parse(text) as KeptReport;
  const bytes = await bucket.get('report', data);
  if (bytes === undefined) throw new WinnowError('unavailable', `the bucket has no ${data}`);
  const report = JSON.parse(Buffer.from(bytes).toString()) as Report;
  if (report.v !== reportVersion)
    throw new WinnowError(
      'unavailable',
      `${FunctionName} makes reports of another version (${String(report.v)}, not ${reportVersion}): deploy the stack with this version of Winnow`,
    );
  return { report, page };
}
