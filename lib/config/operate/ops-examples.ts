/** Commands as they are sent by hand, for the test tab of the console and for docs/operate.md; their job is called `birds`. */
export const opsExamples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  status: { command: 'status', job: 'birds' },
  pause: { command: 'pause', job: 'birds', reason: 'too many alarms' },
  continue: { command: 'continue', job: 'birds' },
  drain: { command: 'drain', job: '*', by: 'ann', requestId: 'release-12' },
  block: {
    command: 'block',
    scope: { host: 'example.org' },
    purge: true,
    reason: 'the owner wrote',
    dryRun: true,
  },
  audit: { command: 'audit', limit: 20 },
  hosts: { command: 'hosts', job: 'birds' },
  reharvest: {
    command: 'reharvest',
    job: 'birds',
    scope: { olderThanDays: 7, host: 'example.org' },
    maxPages: 10_000,
    dryRun: true,
  },
  recycle: { command: 'recycle', job: 'birds' },
  letters: { command: 'letters' },
  redrive: { command: 'redrive', reason: 'the memory was raised' },
  fetch: { command: 'fetch', job: 'birds', url: 'https://www.example.org/owl' },
};
