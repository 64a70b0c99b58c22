import type { Flaw } from './flaw.ts';

/** What may be wrong of what a host knows of its URLs and its turns. */
export const hostFlaws = {
  'control-wrong': {
    severity: 'error',
    meaning:
      'the control of a host is not there, or says what no crawl writes: nobody will look at it again, or in vain',
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
    meaning: 'what a host knows of its URLs, or a segment that it has spilled to, cannot be read',
    next: 'restore it (docs/runbook.md#restore); until then `winnow pause --host SUBJECT` keeps its turns from failing; objects are kept for 35 days',
  },
  'turns-differ': {
    severity: 'error',
    meaning:
      'the state of a host is of another turn than its control says, or than it is stored under: its next turns would be in vain, or what it learnt since is lost',
    repair: 'goes by the turn that the state says of itself',
    next: '`winnow sanity` once more, after the turn that is under way',
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
  'control-differs': {
    severity: 'warning',
    meaning: 'what the control of a host counts, or says of how it fails, is not what its state says',
    repair: 'writes what its state says',
  },
  'turn-untellable': {
    severity: 'error',
    meaning:
      'a committed turn cannot be told to the indexers, as its texts are lost, and its host has no other turn before it is',
    repair: 'takes it for told: the host goes on, and records whose text is lost are `change-missing`',
  },
} as const satisfies Readonly<Record<string, Flaw>>;
