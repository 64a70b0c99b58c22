import { holdOn } from '../../domain/control/hold.ts';
import type { AskedHost, WhyLine, WhyLines } from './explainer.ts';

const holdText = {
  pause: 'the host is paused',
  stop: 'the host is stopped',
  drain: 'the host is drained',
  block: 'the host is blocked',
} as const;

/** The state of the job, and a hold on the host, as people set them. */
export function explainJob({ job: { state, pause, holds }, host }: AskedHost): WhyLines {
  const lines: WhyLine[] = [];
  const hold = holdOn(holds, host);
  if (hold !== undefined) {
    const detail = `${holdText[hold.verb]} (${hold.what}): ${hold.reason}`;
    lines.push({ step: 'job', verdict: hold.verb === 'block' ? 'no' : 'wait', detail });
  }
  if (state !== 'open') {
    lines.push({ step: 'job', verdict: 'wait', detail: `the job is ${state}: ${pause?.reason ?? ''}` });
  }
  return lines;
}
