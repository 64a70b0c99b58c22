import type { Flaw } from './flaw.ts';

/** What may be wrong of when hosts have their turns: due index, inboxes, gates, registered domains. */
export const scheduleFlaws = {
  'host-forgotten': {
    severity: 'error',
    meaning: 'a host has something to do, and no entry will wake it',
    repair: 'wakes the host, or puts the missing entry',
  },
  'host-late': {
    severity: 'error',
    meaning: 'a host is due, its ticket ends, or its gate opens long after all that it waits for',
    repair: 'makes it due then; opens the gate after the longest back-off',
  },
  'index-stale': {
    severity: 'warning',
    meaning:
      'an entry of the due index, or of the list of a registered domain, contradicts the control of its host',
    repair: 'corrects or deletes the entry; makes a host where links wait for it',
  },
  'mark-ahead': {
    severity: 'warning',
    meaning: 'a reharvest has marked the pages of a host until a time to come',
    next: 'it ends by itself; `winnow audit` says which reharvest it was',
  },
  'inbox-wrong': {
    severity: 'error',
    meaning: 'a message in the inbox of a host cannot be read, or is about URLs of another host',
    repair: 'removes it and recycles the link log once more; sends URLs to their hosts',
    next: 'a newer version wrote it: `winnow sanity` of that version can read it',
  },
  'ticket-lost': {
    severity: 'warning',
    meaning: 'a ticket ended long ago, and the dispatcher has not looked at its host',
    next: '`winnow crawl` on one machine; on AWS `winnow doctor --stack NAME` (docs/runbook.md#the-dispatcher-is-silent)',
  },
  'robots-wrong': {
    severity: 'error',
    meaning: 'a stored robots.txt has an impossible kind or date',
    repair: 'has it fetched again before any page',
  },
  'domain-wrong': {
    severity: 'warning',
    meaning: 'what is known of the hosts of a registered domain cannot be read, or is impossible',
    repair: 'forgets what was tried; sets pages or bytes to 0',
    next: 'first what is said of the settings of the job; then `winnow sanity --repair`',
  },
} as const satisfies Readonly<Record<string, Flaw>>;
