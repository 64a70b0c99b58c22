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
  'state-unreadable': {
    severity: 'error',
    meaning: 'something that is stored cannot be read, and what depends on it was not checked',
  },
  'settings-unreadable': {
    severity: 'error',
    meaning: 'the settings that new tickets carry are not there, or cannot be read',
    repair: 'on one machine: stores those of job.yaml',
  },
  'job-damaged': {
    severity: 'error',
    meaning: 'a part of what is stored of the job itself is nothing that a job has',
    repair:
      'takes away what was under way (`again`, `judge`, `tasks`, `revisits`): ask for it again; the rest: –',
  },
  'model-missing': {
    severity: 'error',
    meaning: 'the trained model that the topic names is not in the installation, or damaged',
    repair: 'on one machine: puts a missing one there again',
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
  'sum-wrong': {
    severity: 'warning',
    meaning: 'what the job has come to is added up to a number that nothing can come to',
    repair: 'sets it to the nearest that can be',
  },
  'command-stuck': {
    severity: 'warning',
    meaning: 'the log has a command as running, and no job has anything left to do for it',
    repair: 'writes down that it is over',
  },
  'command-unreadable': {
    severity: 'warning',
    meaning: 'an entry of the log of commands cannot be read',
  },
  'sums-differ': {
    severity: 'error',
    meaning:
      'the sums over all hosts that the store keeps are not those of the hosts: a crawl would end too early, or never',
    repair: 'adds them up anew',
  },
  'control-missing': {
    severity: 'error',
    meaning: 'what a host knows of its URLs is there, and its control is not: nobody will look at it again',
    repair: 'makes the control anew, and the host due',
  },
  'control-wrong': {
    severity: 'error',
    meaning: 'the control of a host says what no crawl writes',
    repair: 'makes it anew from what the host knows, and the host due',
  },
  'body-missing': {
    severity: 'error',
    meaning: 'a host has had turns, and what it knows of its URLs is not there',
  },
  'body-unreadable': { severity: 'error', meaning: 'what a host knows of its URLs cannot be read' },
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
  },
  'record-missing': {
    severity: 'error',
    meaning: 'a page leads to a record that is not there',
    repair: 'makes it anew where its full text is still there',
  },
  'record-miscounted': {
    severity: 'error',
    meaning:
      'a record counts more or fewer URLs than it has: it would leave the collection too early, or never',
    repair: 'counts them',
  },
  'record-differs': {
    severity: 'warning',
    meaning:
      'what the register says of a record is not what its full text says; looked at with `--documents`',
    repair: 'writes it anew',
  },
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
  'document-missing': {
    severity: 'error',
    meaning: 'a record names a raw document that is not there',
    repair:
      'has the pages of the record fetched again at the next turns of their hosts (`reharvest --unconditional`)',
  },
  'document-unreadable': {
    severity: 'error',
    meaning: 'the raw document of a record is damaged, or is another one than its name says',
    repair: 'as for `document-missing`',
  },
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
  'change-unlisted': {
    severity: 'error',
    meaning:
      'a changes object is there, and the list of them does not have it: whoever follows the crawl misses it',
    repair: 'puts it again',
  },
  'changes-gap': {
    severity: 'error',
    meaning: 'a changes object is not there, or cannot be read: indexers miss what it told',
  },
  'links-missing': {
    severity: 'error',
    meaning: 'a link segment cannot be read: its links are left out, and while it is open none is recycled',
    repair: 'takes an open one for done, so that the others are recycled',
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
