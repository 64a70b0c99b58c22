import type { Flaw } from './flaw.ts';

/** What may be wrong of what a host knows of its URLs and its turns. */
export const hostFlaws = {
  'host-quarantined': {
    severity: 'warning',
    meaning: 'the turns of a host failed again and again, so that it is quarantined',
    repair: 'makes the host due',
  },
  'control-wrong': {
    severity: 'error',
    meaning: 'the control of a host is missing or damaged',
    repair: "rebuilds it from the host's state",
    next: 'mend the body of this host first; then `winnow sanity --repair`',
  },
  'body-missing': {
    severity: 'error',
    meaning: 'a host has had turns, and its state is missing',
    next: 'restore it (docs/runbook.md#restore); else `winnow recycle --again` and `winnow seed URL` bring its URLs back',
  },
  'body-unreadable': {
    severity: 'error',
    meaning: 'the state of a host, or a segment that it has spilled to, cannot be read',
    next: 'restore it (docs/runbook.md#restore); until then `winnow pause --host SUBJECT`',
  },
  'turns-differ': {
    severity: 'error',
    meaning: 'the state of a host has another turn number than its control or its key',
    repair: 'takes the turn number of the state',
    next: '`winnow sanity` once more, after the running turn',
  },
  'url-twice': {
    severity: 'error',
    meaning: 'a host has one URL in two states',
    next: '`winnow why SUBJECT` says which state counts, `winnow fetch SUBJECT` settles it anew',
  },
  'url-of-another-host': {
    severity: 'error',
    meaning: 'a host has a URL of another host',
    next: '`winnow seed SUBJECT` gives it to its own host',
  },
  'url-unseen': {
    severity: 'error',
    meaning: 'a spilled URL is not among the seen URLs of its host',
    next: 'it may be visited once more; `winnow why SUBJECT` shows its state',
  },
  'control-differs': {
    severity: 'warning',
    meaning: 'counts or failures in the control of a host differ from its state',
    repair: 'writes those of the state',
  },
  'turn-untellable': {
    severity: 'error',
    meaning: 'a committed turn cannot be published, because its texts are lost, and blocks its host',
    repair: 'marks it as published; records whose text is lost are `change-missing`',
  },
  'staged-stray': {
    severity: 'warning',
    meaning: 'texts of pages are staged that no turn needs any more',
    repair: 'deletes them',
  },
  'conversion-stray': {
    severity: 'warning',
    meaning: 'documents are stored to be converted, and their host does not wait for them',
    repair: 'deletes them',
    next: '`winnow sanity --repair` once more, after the running turn',
  },
} as const satisfies Readonly<Record<string, Flaw>>;
