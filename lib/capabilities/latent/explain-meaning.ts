import { Buffer } from 'node:buffer';
import { faultOf } from '../../base/error.ts';
import type { ListedLink } from '../../base/links/link.ts';
import { decodeLinkLines, type LinkLine } from '../../base/links/link-segment.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { unlessDamaged } from '../../domain/control/damaged-hosts.ts';
import { usesLatent } from '../../pipeline/links/link-prior.ts';
import type { AskedUrl, WhyLines } from '../../pipeline/why/explainer.ts';
import type { Ports } from '../../ports/ports.ts';
import { latentJudgeOf } from '../../topic/judge.ts';
import { modelInForce } from './model-in-force.ts';

/** Words that are named, and how long a link is looked for. */
const [named, patienceMs] = [3, 3_000];

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
  const isNear = judge.score(anchor) > 0.5 && near.length > 0;
  const where = isNear ? `near ${near.join(', ')} of the topic's field` : "not near the topic's field";
  const promised = score === undefined ? '' : `; the link promised ${score}`;
  return [
    { step: 'field', verdict: 'info', detail: `"${anchor}" on ${found.page.url} is ${where}${promised}` },
  ];
}

/** A link to a URL, and the page that has it. */
interface LinkTo {
  readonly page: LinkLine;
  readonly link: ListedLink;
}

const [listed, readAtOnce] = [200, 8];

/** The first link to a URL in the link log of a job, with an anchor if there is one in that segment; undefined: none until `endBy`. */
async function firstLinkTo(
  { links, clock }: Pick<Ports, 'links' | 'clock'>,
  job: string,
  url: CanonicalUrl,
  endBy: number,
): Promise<LinkTo | undefined> {
  for (let after: string | undefined; ; ) {
    const ids = await links.kept(job, listed, after);
    for (let start = 0; start < ids.length; start += readAtOnce) {
      if (clock.monotonic() >= endBy) return undefined;
      const some = ids.slice(start, start + readAtOnce);
      const segments = await Promise.all(some.map((id) => unlessDamaged(id, () => links.read(job, id))));
      const found = segments.flatMap((bytes) => linksTo(bytes, url));
      if (found.length > 0) return found.find(({ link }) => link.anchor !== '') ?? found[0];
    }
    after = ids.at(-1);
    if (ids.length < listed) return undefined;
  }
}

/** What is damaged of a segment is passed over. */
function linksTo(bytes: Uint8Array | undefined, url: CanonicalUrl): readonly LinkTo[] {
  if (bytes === undefined) return [];
  const segment = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!segment.includes(`{"url":${JSON.stringify(url)}`)) return [];
  try {
    return [...decodeLinkLines(segment.toString())].flatMap((page) =>
      page.url === url ? [] : page.links.flatMap((link) => (link.url === url ? [{ page, link }] : [])),
    );
  } catch (error) {
    faultOf(error);
    return [];
  }
}
