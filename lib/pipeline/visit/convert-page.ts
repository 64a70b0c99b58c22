import { bodyDigest } from '../../base/bytes/body-digest.ts';
import type { MediaType } from '../../base/charset/media-type.ts';
import { defined } from '../../base/defined.ts';
import type { Outcome } from '../../base/fetch/outcome.ts';
import { knownValidators, validatorsOf } from '../../base/fetch/validators.ts';
import { sniffMediaType } from '../../documents/types.ts';
import { isConvertedBeside, programFor } from '../../domain/convert/beside-turns.ts';
import { encodeDocument, type StagedHead } from '../../domain/convert/conversion.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { PageVisit, StepResult, VisitEnd } from './steps.ts';

/**
 * Ends the visit of a document that is converted beside the turns: MD5, verdict and links all need its text. The document is
 * stored until then. One that has not changed since it was converted is not converted again.
 */
export function convertPage(visit: PageVisit): StepResult<PageVisit> {
  const { settings, response, body } = visit;
  const type = sniffMediaType(body.body, response.contentType);
  return isConvertedBeside(settings.convert, type.essence) ? leaveForConverter(visit, type) : visit;
}

async function leaveForConverter(visit: PageVisit, type: MediaType): Promise<VisitEnd> {
  const { turn, work, body } = visit;
  const digest = bodyDigest(body.body);
  const known = work.visit;
  const same = known === undefined || known.unconditional ? undefined : sameBytes(known, digest);
  if (same !== undefined) return ended(visit, same, { ...validatorsOf(visit.result.headers), digest });
  const id = turn.ports.entropy.id();
  const bytes = encodeDocument({ head: headOf(visit, type, digest), body: body.body });
  await turn.ports.conversions.put(turn.key, id, 'document', bytes);
  // Until the new version is known, the old one with its validators stays.
  return ended(visit, { kind: 'converting', mediaType: type.essence, id }, known ?? {});
}

/** What bytes come to that were converted before: the same as then. Undefined: they are others. */
function sameBytes(known: Visit, digest: string): Outcome | undefined {
  if (known.digest === undefined || !digest.startsWith(known.digest)) return undefined;
  if (known.outcome === 'failed')
    return { kind: 'failed', reason: 'unreadable', detail: known.detail?.replace(/^unreadable: /, '') ?? '' };
  return known.md5 === undefined || known.outcome === 'converting'
    ? undefined
    : { kind: 'unchanged', md5: known.md5 };
}

function ended(
  { response, at }: PageVisit,
  outcome: Outcome,
  known: Pick<Visit, 'etag' | 'lastModified' | 'digest'>,
): VisitEnd {
  const seen = { status: response.status, ...knownValidators(known), ...defined({ digest: known.digest }) };
  return { end: { kind: 'visited', outcome, at, bytes: response.bytes, seen } };
}

function headOf(
  { work: { url }, settings, response, rules }: PageVisit,
  { essence, charset }: MediaType,
  digest: string,
): StagedHead {
  const { convert, identity } = settings;
  const { timeoutMs, maxMemory: memoryMb, maxText: maxHtml, maxPages } = convert;
  const program = programFor(convert, essence);
  return {
    ...{ url, mediaType: essence, digest, response, usage: rules.usage(url, identity.product) },
    limits: { timeMs: timeoutMs, memoryMb, maxHtml, maxPages },
    ...defined({ charset, program: program && { command: program.command, output: program.output } }),
  };
}
