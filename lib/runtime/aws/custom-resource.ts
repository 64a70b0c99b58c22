import { request } from 'node:https';

/** What CloudFormation sends for a custom resource, as far as it is used here. */
export interface ResourceEvent {
  readonly RequestType: 'Create' | 'Update' | 'Delete';
  readonly ResponseURL: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
  readonly PhysicalResourceId?: string;
}

/** Longer than an answer takes: CloudFormation would wait for an hour. */
const answerMs = 10_000;

/**
 * Does the work of a custom resource, and tells CloudFormation how it went: a failure fails the deploy, with its reason.
 * @param id of the resource; always the same, so that an update replaces nothing
 */
export async function answerResource(
  event: ResourceEvent,
  id: string,
  work: () => Promise<void>,
): Promise<void> {
  let reason: string | undefined;
  try {
    if (event.RequestType !== 'Delete') await work();
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
    console.error(JSON.stringify({ event: 'resource-failed', reason }));
  }
  const { StackId, RequestId, LogicalResourceId, PhysicalResourceId = id } = event;
  await put(event.ResponseURL, {
    Status: reason === undefined ? 'SUCCESS' : 'FAILED',
    ...(reason === undefined ? {} : { Reason: reason.slice(0, 1_000) }),
    ...{ StackId, RequestId, LogicalResourceId, PhysicalResourceId },
  });
}

function put(url: string, answer: object): Promise<void> {
  const body = Buffer.from(JSON.stringify(answer));
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': '', 'content-length': body.length };
    const sent = request(url, { method: 'PUT', headers, timeout: answerMs }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    sent.on('timeout', () => sent.destroy(new Error('CloudFormation does not take the answer')));
    sent.on('error', reject);
    sent.end(body);
  });
}
