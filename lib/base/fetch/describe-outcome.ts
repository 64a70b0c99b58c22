import type { Outcome } from './outcome.ts';

/** What an outcome says beside its kind, for people; undefined: nothing. What a topic says of a page stands in its verdict. */
export function outcomeDetail(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'redirected':
      return outcome.to;
    case 'unsupported':
    case 'converting':
      return outcome.mediaType;
    case 'listed':
      return describeListing(outcome);
    case 'denied':
      return outcome.rule === undefined ? outcome.by : `${outcome.by}: ${outcome.rule}`;
    case 'failed':
      return `${outcome.reason}: ${outcome.detail}`.slice(0, 200);
    default:
      return undefined;
  }
}

/** Why a visit brought no page into the collection, in one line; undefined: it did, or its page is still expected. */
export function whyNothingKept(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'stored':
    case 'unchanged':
    case 'duplicate':
    case 'converting':
      return undefined;
    case 'off-topic':
      return `off-topic: score ${Number(outcome.score.toPrecision(3))}`;
    case 'gone':
    case 'forbidden':
      return `${outcome.kind}: status ${outcome.status}`;
    default: {
      const detail = outcomeDetail(outcome);
      return detail === undefined ? outcome.kind : `${outcome.kind}: ${detail}`;
    }
  }
}

function describeListing({ list }: Extract<Outcome, { kind: 'listed' }>): string {
  if (list === undefined) return 'not modified';
  return `${list.format}, ${list.entries} entries${list.isCut ? ', cut off' : ''}`;
}
