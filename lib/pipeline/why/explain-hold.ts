import type { HeldReason } from '../../domain/frontier/order.ts';
import type { TrapKind } from '../../domain/traps/accounts.ts';
import { trapReason } from '../../domain/traps/order.ts';

const because: Readonly<Record<TrapKind, string>> = {
  'near-duplicate': 'its pages say nothing new and lead to more of their kind',
  duplicate: 'its pages say word for word what others said',
  redirect: 'its pages redirect to others of their kind, or to what is known',
  repetition: 'its folders come again and again',
  nesting: 'a page to return to stands in a page to return to',
  combination: 'other combinations of parameters or folders there showed nothing new',
  'made-up':
    'only pages that the host makes up lead to it; a URL that cannot exist brings such a page as well',
  session: 'its page was visited under another id of a session',
};

/** Why a URL is held, and what to do about it. */
export function explainHold(hold: HeldReason): string {
  const { kind, pattern, tried, example } = trapReason(hold);
  const evidence = example === undefined ? '' : `, such as ${example}`;
  const pages = tried === undefined ? '' : ` (${tried} visited${evidence})`;
  return `looks like a trap (${kind}): ${because[kind]}${pages}. It is taken up when something new is found through the pattern ${pattern}, or when traps.accept names it`;
}
