import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { openRules } from '../../../lib/capabilities/examples/set/example-rule.ts';
import { examplesOn } from '../../../lib/capabilities/examples/set/job-examples.ts';
import { readText } from '../../../lib/config/file/read-config.ts';
import { order } from '../../../lib/operations/order.ts';
import { type TargetOptions, withJob } from '../base/context.ts';
import { isUrl } from '../base/page-at.ts';

export interface AutoInOptions extends TargetOptions {
  readonly autoIn?: readonly string[];
  readonly examples?: boolean;
}

/** Whether a page of an index is auto-in: it is in a list of `--auto-in`, or an example of the job, or its rules say so. */
export async function openAutoIn(options: AutoInOptions): Promise<(name: string) => boolean> {
  const listed = new Set((options.autoIn ?? []).flatMap(linesIn));
  if (options.examples !== true) return (name) => listed.has(name);
  const set = await withJob(options, 'guest', 'none', ({ installation, job }) =>
    order('examples-list', installation.place, { job }, { by: '', reason: '' }),
  );
  for (const { source } of examplesOn(set, 'in')) listed.add(source);
  const out = new Set(examplesOn(set, 'out').map(({ source }) => source));
  const rules = openRules(set.rules);
  return (name) => {
    if (listed.has(name) || out.has(name)) return listed.has(name);
    const rule = isUrl(name) ? rules.decides(name as CanonicalUrl) : undefined;
    return rule !== undefined && set.rules[rule]?.side === 'in';
  };
}

function linesIn(file: string): readonly string[] {
  return readText(file)
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
