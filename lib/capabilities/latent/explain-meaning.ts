import { usesLatent } from '../../pipeline/links/link-prior.ts';
import type { AskedUrl, WhyLines } from '../../pipeline/why/explainer.ts';
import { latentJudgeOf } from '../../topic/judge.ts';
import { firstLinkTo } from './link-to.ts';
import { modelInForce } from './model-in-force.ts';

/** Words that are named, and how long a link is looked for. */
const [named, patienceMs] = [3, 3_000];
/** Below this probability a text is not said to be near the field. */
const even = 0.5;

/** What a link to the URL means in the topic's field, and what it promised where it was found. */
export async function explainMeaning({ ports, job, settings, url, page }: AskedUrl): Promise<WhyLines> {
  if (page === undefined || page.depth === 0 || !usesLatent(settings)) return [];
  const { bytes } = await modelInForce(ports, job.name);
  const judge = latentJudgeOf(bytes);
  if (judge === undefined)
    return [
      { step: 'field', verdict: 'info', detail: 'nothing is known yet of what words mean in the field' },
    ];
  const found = await firstLinkTo(ports, job.name, url, ports.clock.monotonic() + patienceMs);
  if (found === undefined || found.link.anchor === '') return [];
  const { anchor, score } = found.link;
  const near = judge.near(anchor, named, '');
  const isNear = judge.score(anchor) > even && near.length > 0;
  const where = isNear ? `near ${near.join(', ')} of the topic's field` : "not near the topic's field";
  const promised = score === undefined ? '' : `; the link promised ${score}`;
  return [
    { step: 'field', verdict: 'info', detail: `"${anchor}" on ${found.page.url} is ${where}${promised}` },
  ];
}
