import type { Flaw } from './flaw.ts';

/** What may be wrong of what a host knows of its URLs and its turns. */
export const hostFlaws = {
  'control-missing': {
    severity: 'error',
    meaning: 'what a host knows of its URLs is there, and its control is not: nobody will look at it again',
    repair: 'makes the control anew, and the host due',
  },
  'control-wrong': {
    severity: 'error',
    meaning: 'the control of a host says what no crawl writes',
    repair: 'makes it anew from what the host knows, and the host due',
    next: 'first what is said of the body of this host; then `winnow sanity --repair`',
  },
  'body-missing': {
    severity: 'error',
    meaning: 'a host has had turns, and what it knows of its URLs is not there',
    next: 'restore it (docs/runbook.md#restore); else `winnow recycle --again` and `winnow seed URL` bring its URLs back, and its pages are fetched anew',
  },
  'body-unreadable': {
    severity: 'error',
    meaning: 'what a host knows of its URLs cannot be read',
    next: 'restore it (docs/runbook.md#restore); until then `winnow pause --host SUBJECT` keeps its turns from failing',
  },
  'body-ahead': {
    severity: 'error',
    meaning: 'the state of a host is of a later turn than its control: its next turns would be in vain',
    repair: 'gives the control the turn of the state',
  },
  'body-behind': {
    severity: 'error',
    meaning:
      'the state of a host is of an earlier turn than its control says was told: what it learnt since is lost',
    repair: 'takes the turn that it stands at for the last that was told',
  },
  'turn-differs': {
    severity: 'error',
    meaning: 'the state of a host is stored under another turn than its own',
    repair: 'stores it under its own',
  },
  'segment-unreadable': {
    severity: 'error',
    meaning: 'a segment that a host has spilled to is missing, cut short or damaged',
    next: 'restore it (docs/runbook.md#restore): objects are kept for 35 days; until then `winnow pause --host SUBJECT` keeps its turns from failing',
  },
  'url-twice': {
    severity: 'error',
    meaning: 'a host knows one URL in two states',
    next: '`winnow why SUBJECT` says which of the two counts, `winnow fetch SUBJECT` settles it anew',
  },
  'url-of-another-host': {
    severity: 'error',
    meaning: 'a host knows a URL that is not its own',
    next: '`winnow seed SUBJECT` gives it to its own host',
  },
  'url-unseen': {
    severity: 'error',
    meaning: 'a spilled URL is not among those that its host has seen: a link to it would bring it in again',
    next: 'nothing is lost: it may be visited once more; `winnow why SUBJECT` says how it stands',
  },
  'counters-differ': {
    severity: 'warning',
    meaning: 'the totals of a host in its control are not those of its state',
    repair: 'writes the totals anew',
  },
  'failing-differs': {
    severity: 'warning',
    meaning: 'the control of a host says that it fails, or fails no more, and its state says otherwise',
    repair: 'writes what its state says',
  },
  'turn-unpublished': {
    severity: 'error',
    meaning: 'a committed turn was not told to the indexers, and nothing makes its host come back',
    repair: 'wakes the host, whose next turn tells it first',
  },
  'turn-untellable': {
    severity: 'error',
    meaning:
      'a committed turn cannot be told to the indexers, as its texts are lost, and its host has no other turn before it is',
    repair: 'takes it for told: the host goes on, and records whose text is lost are `change-missing`',
  },
} as const satisfies Readonly<Record<string, Flaw>>;
