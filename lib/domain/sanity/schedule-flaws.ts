import type { Flaw } from './flaw.ts';

/** What may be wrong of when hosts have their turns: due index, inboxes, gates, registered domains. */
export const scheduleFlaws = {
  'due-without-entry': {
    severity: 'error',
    meaning:
      'a host is due, or has a ticket, and the due index has no entry for it: nobody will look at it again',
    repair: 'puts the entry',
  },
  'due-late': {
    severity: 'error',
    meaning: 'a host is due, or its ticket ends, long after anything that it waits for',
    repair: 'makes it due then',
  },
  'place-behind': {
    severity: 'warning',
    meaning:
      'a host is due with a better rank than its entry in the due index has: others are asked before it',
    repair: 'puts the entry with its rank',
  },
  'mark-ahead': {
    severity: 'warning',
    meaning:
      'a reharvest has marked the pages of a host until a time to come: they come back then, whatever visits them before',
    next: 'it ends by itself; `winnow audit` says which reharvest it was, by a clock that was wrong',
  },
  'idle-with-work': {
    severity: 'error',
    meaning: 'a host has URLs to fetch and is not due',
    repair: 'wakes the host',
  },
  'inbox-unread': {
    severity: 'error',
    meaning: 'links were sent to a host that nothing will wake',
    repair: 'wakes the host',
  },
  'inbox-unreadable': {
    severity: 'error',
    meaning: 'a message in the inbox of a host cannot be read: none of its turns comes to an end',
    repair: 'takes it out, and recycles the link log once more',
  },
  'inbox-of-another-host': {
    severity: 'error',
    meaning: 'a message in the inbox of a host is about URLs of another one',
    repair: 'sends the URLs to their hosts',
  },
  'ticket-lost': {
    severity: 'warning',
    meaning: 'a ticket ended long ago and the dispatcher has not looked at its host since',
    next: '`winnow crawl` on one machine; on AWS `winnow doctor --stack NAME` says whether the dispatcher is silent (docs/runbook.md#the-dispatcher-is-silent)',
  },
  'gate-shut': {
    severity: 'error',
    meaning: 'the gate of a host is shut for longer than anything shuts it',
    repair: 'opens it after the longest back-off',
  },
  'robots-wrong': {
    severity: 'error',
    meaning:
      'a robots.txt is stored with a kind or dates that none has: it would be believed for too long, or not be followed',
    repair: 'has it fetched again before any page',
  },
  'entry-without-host': {
    severity: 'warning',
    meaning: 'the due index has an entry for a host that the job does not know',
    repair: 'deletes the entry, or makes the host where links wait for it',
  },
  'waits-unlisted': {
    severity: 'error',
    meaning: 'a host waits for its registered domain, whose list does not have it',
    repair: 'puts it on the list',
  },
  'list-stale': {
    severity: 'warning',
    meaning: 'the list of a registered domain has a host that does not wait',
    repair: 'takes it off the list',
  },
  'ledger-unreadable': {
    severity: 'warning',
    meaning: 'what a registered domain has earned cannot be read, or has numbers that none has',
    repair: 'begins it anew',
  },
  'domain-sums-wrong': {
    severity: 'warning',
    meaning: 'pages or bytes of a registered domain are counted with a number that nothing can come to',
    repair: 'sets it to 0',
  },
  'try-for-nobody': {
    severity: 'warning',
    meaning: 'a registered domain has given a try to a host that is not being tried',
    next: '`winnow sanity` once more after the next turns of the domain; `winnow status` says who waits for a try',
  },
} as const satisfies Readonly<Record<string, Flaw>>;
