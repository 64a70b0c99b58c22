/** How bad it is: `error`, something is lost or will not happen; `warning`, it costs or misleads, and nothing is lost. */
export type Severity = 'error' | 'warning';

/** What may be wrong with the stored state of a job. */
export interface Flaw {
  readonly severity: Severity;
  readonly meaning: string;
  /** What `--repair` does; absent: it cannot be mended from what is stored. */
  readonly repair?: string;
}

/** Every invariant that `winnow sanity` checks, by what is said when it does not hold. docs/sanity.md is made of it. */
export const flaws = {
  'settings-unreadable': {
    severity: 'error',
    meaning: 'the settings that new tickets carry are not there, or cannot be read',
  },
  'model-missing': {
    severity: 'error',
    meaning: 'the trained model that the topic names is not in the installation',
  },
  'plan-wrong': {
    severity: 'warning',
    meaning: 'the plan of when pages are visited again has numbers that no plan has',
    repair: 'takes it away: another one is made within a minute',
  },
  'cost-wrong': {
    severity: 'warning',
    meaning: 'what the job has cost in a month is counted with a number that nothing can come to',
    repair: 'sets it to the nearest that can be',
  },
  'command-stuck': {
    severity: 'warning',
    meaning: 'the log has a command as running, and no job has anything left to do for it',
    repair: 'writes down that it is over',
  },
  'body-missing': {
    severity: 'error',
    meaning: 'a host has had turns, and what it knows of its URLs is not there',
  },
  'body-unreadable': { severity: 'error', meaning: 'what a host knows of its URLs cannot be read' },
  'body-ahead': { severity: 'error', meaning: 'the state of a host is of a later turn than its control' },
  'segment-unreadable': {
    severity: 'error',
    meaning: 'a segment that a host has spilled to is missing, cut short or damaged',
  },
  'url-twice': { severity: 'error', meaning: 'a host knows one URL in two states' },
  'url-of-another-host': { severity: 'error', meaning: 'a host knows a URL that is not its own' },
  'url-unseen': {
    severity: 'error',
    meaning: 'a spilled URL is not among those that its host has seen: a link to it would bring it in again',
  },
  'counters-differ': {
    severity: 'warning',
    meaning: 'the totals of a host in its control are not those of its state',
    repair: 'writes the totals anew',
  },
  'turn-unpublished': {
    severity: 'error',
    meaning: 'a committed turn was not told to the indexers, and nothing makes its host come back',
    repair: 'wakes the host, whose next turn tells it first',
  },
  'due-without-entry': {
    severity: 'error',
    meaning:
      'a host is due, or has a ticket, and the due index has no entry for it: nobody will look at it again',
    repair: 'puts the entry',
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
  'ticket-lost': {
    severity: 'warning',
    meaning: 'a ticket ended long ago and the dispatcher has not looked at its host since',
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
  'try-for-nobody': {
    severity: 'warning',
    meaning: 'a registered domain has given a try to a host that is not being tried',
  },
  'record-missing': { severity: 'error', meaning: 'a page leads to a record that is not there' },
  'url-not-in-record': {
    severity: 'error',
    meaning:
      'a record does not know a URL that leads to it: it could leave the collection while that one still holds it',
    repair: 'adds the URL to the record',
  },
  'record-holds-url': {
    severity: 'error',
    meaning: 'a record is held by a URL that does not lead to it: it would never leave the collection',
    repair: 'takes the URL off the record, unless it is the last one',
  },
  'record-untold': {
    severity: 'warning',
    meaning:
      'a record that no page leads to and no indexer was told of: a turn of an earlier version died after it had made it, and the page had changed when it was fetched again',
    repair: 'takes its URLs off the record, which leaves the collection',
  },
  'document-missing': { severity: 'error', meaning: 'a record names a raw document that is not there' },
  'document-unreadable': { severity: 'error', meaning: 'the raw document of a record is damaged' },
  'document-unowned': {
    severity: 'warning',
    meaning:
      'there never was a record of a raw document: the turn that fetched it died, and the page had changed when it was fetched again; it takes room',
  },
  'off-topic-missing': {
    severity: 'error',
    meaning: 'what a job keeps of an off-topic page is not there, or of another page',
  },
  'change-missing': {
    severity: 'error',
    meaning:
      'the line of a changes object that a record names, its full text, is not there or is of another record',
  },
  'links-missing': {
    severity: 'error',
    meaning: 'a link segment was done with and cannot be read: recycling it again would leave its links out',
  },
} as const satisfies Readonly<Record<string, Flaw>>;

export type FlawCode = keyof typeof flaws;

/** One invariant that does not hold, of one thing. */
export interface Finding {
  readonly code: FlawCode;
  readonly severity: Severity;
  /** The host, URL, record, segment or domain that it is about. */
  readonly subject: string;
  /** What was found, in words. */
  readonly detail: string;
  /** What became of it: `possible` where nothing was to be mended but could be, `impossible` where it cannot. */
  readonly repair: 'possible' | 'impossible' | 'done' | 'failed';
}
