import type { Flaw } from './flaw.ts';

/** What may be wrong of what was collected: records, documents, changes, links. */
export const collectionFlaws = {
  'record-missing': {
    severity: 'error',
    meaning: 'a page leads to a record that is not there',
    repair: 'makes it anew where its full text is still there',
    next: 'restore it (docs/runbook.md#restore); else it comes back when the page changes, which `winnow fetch SUBJECT` looks for at once',
  },
  'record-urls-wrong': {
    severity: 'error',
    meaning:
      'a record does not have, or does not count, exactly the URLs that lead to it: it would leave the collection too early, or never',
    repair: 'counts them, adds the URL, or takes it off, unless it is the last one',
    next: '`winnow fetch SUBJECT` says where the page leads now; the record stays until the collection is restored (docs/runbook.md#restore)',
  },
  'record-differs': {
    severity: 'warning',
    meaning:
      'what the register says of a record is not what its full text says; looked at with `--documents`',
    repair: 'writes it anew',
  },
  'record-untold': {
    severity: 'warning',
    meaning:
      'a record that no page leads to and no indexer was told of: a turn of an earlier version died after it had made it, and the page had changed when it was fetched again',
    repair: 'takes its URLs off the record, which leaves the collection',
  },
  'document-missing': {
    severity: 'error',
    meaning:
      'the raw document that a record names is not there, is damaged, or is another one than its name says',
    repair:
      'has the pages of the record fetched again at the next turns of their hosts (`reharvest --unconditional`)',
    next: 'the store did not hand it out: `winnow sanity --documents` once more',
  },
  'document-unowned': {
    severity: 'warning',
    meaning:
      'there never was a record of a raw document: the turn that fetched it died, and the page had changed when it was fetched again; it takes room',
    next: 'nothing has to be done; the object that it names can be deleted to save its room, `winnow records` does not have it',
  },
  'off-topic-missing': {
    severity: 'error',
    meaning: 'what a job keeps of an off-topic page is not there, or of another page',
    next: '`winnow reharvest --unconditional --prefix SUBJECT` has the page fetched and judged again',
  },
  'change-missing': {
    severity: 'error',
    meaning:
      'the line of a changes object that a record names, its full text, is not there or is of another record',
    next: 'restore it (docs/runbook.md#restore): objects are kept for 35 days; else the text comes back when the page changes (`winnow record SUBJECT` says when it is looked at)',
  },
  'change-unlisted': {
    severity: 'error',
    meaning:
      'a changes object is there, and the list of them does not have it: whoever follows the crawl misses it',
    repair: 'puts it again',
  },
  'changes-gap': {
    severity: 'error',
    meaning: 'a changes object is not there, or cannot be read: indexers miss what it told',
    next: 'restore it (docs/runbook.md#restore): objects are kept for 35 days; else indexers begin anew from `winnow events snapshot`',
  },
  'links-missing': {
    severity: 'error',
    meaning: 'a link segment cannot be read: its links are left out, and while it is open none is recycled',
    repair: 'takes an open one for done, so that the others are recycled',
    next: 'restore it (docs/runbook.md#restore): objects are kept for 35 days, then `winnow recycle --again`; else `winnow reharvest --unconditional --all` finds the links of all pages again',
  },
} as const satisfies Readonly<Record<string, Flaw>>;
