import { load } from 'cheerio/slim';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import type { HostName } from '../../../lib/base/url/url.ts';
import { scheduledTime } from '../../../lib/config/operate/ops-event.ts';
import { opsExamples } from '../../../lib/config/operate/ops-examples.ts';
import { colours } from '../../../lib/domain/console/theme.ts';
import { everywhere, loadOperation } from '../../../lib/operations/everywhere.ts';
import { deliver } from '../../../lib/pipeline/frontier/deliver.ts';
import { changeJob, ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { answerOps } from '../../../lib/runtime/operate/answer-ops.ts';
import type { OpsParts } from '../../../lib/runtime/operate/run-ops.ts';
import { memoryLetters } from '../../support/report/letters.ts';
import { minimalInput } from '../../support/rest/minimal-input.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const endpoint = 'arn:aws:lambda:eu-west-1:123456789012:function:winnow-ops';
const context = { invokedFunctionArn: endpoint, awsRequestId: 'call-1' };
let ports: MemoryPorts;
beforeEach(async () => {
  ports = memoryPorts();
  await ensureJob(ports, testSettings('birds'));
  await setJobState(ports, 'birds', 'open', '');
});
afterEach(() => ports.close());

const standing = { alarmMetrics: 0, secrets: 0, natGateways: 0, recycleEveryMinutes: 1 };
const ask = async (
  event: unknown,
  letters = memoryLetters(['l-1']),
  scope: OpsParts['scope'] = 'operate',
): Promise<unknown> => {
  const parts = { scope, stores: ports, bucket: { put: async () => undefined }, letters, standing };
  return (await answerOps(parts, event, context, 60_000)).answer;
};

/** The buttons of a widget: what each says, what it asks first, and what the function is called with then. */
const buttons = (html: unknown) => {
  const $ = load(String(html));
  return $('cwdb-action')
    .toArray()
    .map((one) => ({
      label: $(one).prev('a').text(),
      asks: $(one).attr('confirmation'),
      endpoint: $(one).attr('endpoint'),
      event: JSON.parse($(one).text()) as Record<string, unknown>,
    }));
};
const pressed = (html: unknown, label: string) => {
  const found = buttons(html).find((one) => one.label === label);
  if (found === undefined) throw new Error(`there is no button ${label}`);
  return found.event;
};
const submitted = (event: Record<string, unknown>, all: Record<string, unknown>) => ({
  ...event,
  widgetContext: { dashboardName: 'winnow', forms: { all } },
});

describe('the log of commands', () => {
  const pause = { command: 'pause', job: 'birds', reason: 'backup' };
  const callers = async () =>
    (await ports.commands.commands(9)).commands.map(({ by, caller }) => [by, caller]);

  test('says where a command came from, as far as AWS says it', async () => {
    await ask({
      widget: 'do',
      command: pause,
      widgetContext: { dashboardName: 'ops', accountId: '123456789012' },
    });
    expect(await callers()).toEqual([
      ['dashboard', 'dashboard ops, account 123456789012, invocation call-1'],
    ]);
  });

  test('says of an event which account put it, and of a call by hand which call it was', async () => {
    const event = {
      ...{ id: 'e-1', source: 'winnow.winnow', account: '210987654321' },
      ...{ 'detail-type': 'Winnow Command', detail: pause },
    };
    await ask(event);
    expect(await callers()).toEqual([['event', 'account 210987654321, invocation call-1']]);
    await ask({ ...pause, by: 'ann', requestId: 'by-hand' });
    expect(await callers()).toContainEqual(['ann', 'invocation call-1']);
  });
});

describe('the function for those who only look', () => {
  const look = (event: unknown) => ask(event, undefined, 'view');

  test.each(Object.keys(everywhere))(
    'says of %s what it comes to, or that it is not for them',
    async (name) => {
      const { operation } = (await loadOperation(everywhere, name)) ?? {};
      const input = minimalInput(name);
      const answered = await look({ command: name, ...input }).then(
        () => 'an answer',
        (error: Error) => error.message,
      );
      const refused =
        operation?.effect === 'destroys'
          ? `${name}: no function does it: ask on the command line, with credentials that may delete`
          : `${name}: it is not for those who only look: the function whose name ends in -ops does it`;
      // What `delete` is asked without a selection lists its rules.
      if (operation?.effect !== 'reads' && operation?.changes?.(input) !== false)
        expect(answered).toBe(refused);
      else expect(answered).not.toBe(refused);
      expect(await ports.commands.commands(1)).toEqual({ commands: [] });
    },
  );

  test('draws its widgets, and refuses buttons, events and forms that change something', async () => {
    const pause = pressed(await look({ widget: 'jobs' }), 'Pause');
    expect(await look(pause)).toContain('it is not for those who only look');
    const form = pressed(await look({ widget: 'reharvest' }), 'Say what it would touch');
    expect(await look(submitted(form, { job: 'birds' }))).toContain('it is not for those who only look');
    const event = {
      id: 'e-1',
      source: 'winnow.winnow',
      'detail-type': 'Winnow Command',
      detail: pause.command,
    };
    expect(await look(event)).toMatchObject({ error: { code: 'usage' } });
    expect((await ports.jobs.job('birds'))?.state).toBe('open');
  });
});

describe('the widget with the jobs', () => {
  test('shows them with buttons, and those that change something ask first', async () => {
    const html = await ask({ widget: 'jobs', widgetContext: { theme: 'dark', forms: { all: {} } } });
    expect(buttons(html).map(({ label, asks }) => [label, asks !== undefined])).toEqual([
      ['Show', false],
      ['Redrive', true],
      ['Drop', true],
      ['Pause', true],
      ['Drain', true],
      ['Stop', true],
      ['Recycle', true],
      ['Count', false],
      ['Status', false],
    ]);
    const looking = endpoint.replace('-ops', '-view');
    for (const { label, asks, endpoint: called } of buttons(html))
      expect([label, called]).toEqual([label, asks === undefined ? looking : endpoint]);
  });

  test('its button pauses the job, once however often it is pressed, and the log says who', async () => {
    const event = pressed(await ask({ widget: 'jobs' }), 'Pause');
    expect(await ask(event)).toContain('is paused; turns that have begun are finished');
    expect(await ask(event)).toContain('nothing was done again');
    expect((await ports.jobs.job('birds'))?.state).toBe('paused');
    const { commands } = await ports.commands.commands(10);
    expect(commands).toMatchObject([{ by: 'dashboard', command: { command: 'pause' } }]);
    const after = await ask({ widget: 'jobs' });
    expect(pressed(after, 'Continue')).toMatchObject({ command: { command: 'continue' } });
    expect(after).toContain('Asked for last');
  });

  test('is drawn anew by a button that changes something, with what came of it, mistakes too', async () => {
    const drawn = await ask({ widget: 'jobs' });
    const after = String(await ask(pressed(drawn, 'Stop')));
    expect(after).toContain('is stopped; turns that have begun are finished');
    expect(buttons(after).map(({ label }) => label)).toEqual([
      'Show',
      'Redrive',
      'Drop',
      'Open',
      'Recycle',
      'Count',
      'Status',
    ]);
    // Of a dashboard that was drawn before.
    const refused = String(await ask({ widget: 'do', command: { command: 'continue', job: 'birds' } }));
    expect(refused).toContain('That cannot be done.');
    expect(buttons(refused).map(({ label }) => label)).toContain('Open');
    const displays = load(after)('cwdb-action').toArray();
    const shownIn = displays.map((one) => [load(after)(one).prev('a').text(), one.attribs.display]);
    expect(Object.fromEntries(displays.map((one) => [one.attribs.display, true]))).toEqual({
      widget: true,
      popup: true,
    });
    expect(shownIn).toHaveLength(7);
  });

  test('a pause that is pressed again on an old dashboard pauses the job that somebody has let go on since', async () => {
    const event = pressed(await ask({ widget: 'jobs' }), 'Pause');
    await ask(event);
    await setJobState(ports, 'birds', 'open', '');
    const said = await ask(event);
    expect((await ports.jobs.job('birds'))?.state).toBe('paused');
    expect(said).toContain('is paused; turns that have begun are finished');
    expect(said).not.toContain('nothing was done again');
  });

  test('a button of a state is there for each that the state can become', async () => {
    const labels = async () => buttons(await ask({ widget: 'jobs' })).map(({ label }) => label);
    await ask(pressed(await ask({ widget: 'jobs' }), 'Drain'));
    expect(await labels()).toEqual(expect.arrayContaining(['Continue', 'Pause', 'Stop']));
    await ask(pressed(await ask({ widget: 'jobs' }), 'Pause'));
    expect(await labels()).toEqual(expect.arrayContaining(['Continue', 'Stop']));
    await ask(pressed(await ask({ widget: 'jobs' }), 'Stop'));
    expect(await labels()).toContain('Open');
  });

  test('shows a status in words: no JSON, no times in milliseconds', async () => {
    await deliver(
      ports,
      { job: 'birds', host: 'a.example' as HostName },
      { id: 'seed', message: { candidates: [] } },
    );
    await ports.due.put('birds', {
      at: ports.clock.now() + 60_000,
      host: 'a.example' as HostName,
      wake: false,
    });
    for (const label of ['Status', 'Count']) {
      const text = load(
        String(await ask(pressed(await ask({ widget: 'jobs' }), label))),
        {},
        false,
      )('.winnow').text();
      expect(text).toContain('birds');
      expect(text).not.toMatch(/[{}[\]"]|\d{11}/);
    }
    for (const command of [
      { command: 'audit' },
      { command: 'hosts', job: 'birds' },
      { command: 'cost', job: 'birds' },
    ]) {
      const text = load(String(await ask({ widget: 'do', command })), {}, false)('.winnow').text();
      expect(text).not.toMatch(/[{}[\]"]|\d{11}/);
    }
  });

  test('is in the colours of the console', async () => {
    const drawn = async (theme: string) => String(await ask({ widget: 'jobs', widgetContext: { theme } }));
    expect(await drawn('dark')).toContain(colours.dark.open);
    expect(await drawn('light')).toContain(colours.light.open);
    expect(await drawn('light')).not.toContain(colours.dark.open);
    expect(await ask({ widget: 'do', command: {}, widgetContext: { theme: 'dark' } })).toContain(
      colours.dark.rests,
    );
  });

  test('says how many pages were fetched today of a job with a ceiling only: of others nobody counts', async () => {
    const base = testSettings('plums');
    await ensureJob(ports, { ...base, limits: { ...base.limits, pagesPerDay: 50 } });
    const html = String(await ask({ widget: 'jobs' }));
    expect(
      load(html)('td')
        .toArray()
        .map((cell) => load(html)(cell).text()),
    ).toEqual(expect.arrayContaining(['0 of 50', 'not counted']));
    for (const [job, isCounted] of [
      ['plums', true],
      ['birds', false],
    ] as const) {
      const said = await ask({ command: 'status', job });
      expect([job, Object.hasOwn(said as object, 'pagesToday')]).toEqual([job, isCounted]);
      const box = String(await ask({ widget: 'do', command: { command: 'status', job } }));
      expect([job, box.includes('<b>today</b>')]).toEqual([job, isCounted]);
    }
  });

  test('gives dead letters back', async () => {
    const letters = memoryLetters(['l-1', 'l-2']);
    const event = pressed(await ask({ widget: 'jobs' }, letters), 'Redrive');
    expect(await ask(event, letters)).toContain('2 dead letters sent back to the queue');
    expect(letters.redriven).toEqual(['l-1', 'l-2']);
    expect(await ask({ widget: 'jobs' }, letters)).not.toContain('given up');
  });

  test('shows dead letters in words, and deletes them', async () => {
    const letters = memoryLetters(['l-1', 'l-2']);
    const html = await ask({ widget: 'jobs' }, letters);
    const box = String(await ask(pressed(html, 'Show'), letters));
    const rows = load(box)('tr').toArray();
    expect(rows.map((one) => load(box)(one).children().first().text())).toEqual(['id', 'l-1', 'l-2']);
    expect(box).not.toMatch(/[{[]"/);
    expect(await ask(pressed(html, 'Drop'), letters)).toContain('2 dead letters deleted');
    expect(letters.redriven).toEqual([]);
    expect(await letters.count()).toBe(0);
    expect((await ports.commands.commands(1)).commands).toMatchObject([
      { by: 'dashboard', command: { command: 'drop' } },
    ]);
  });
});

describe('the widget with fifty jobs', () => {
  const names = Array.from({ length: 50 }, (_, n) => `job-${String(n).padStart(2, '0')}`);
  beforeEach(async () => {
    for (const name of names) {
      await ensureJob(ports, testSettings(name));
      await setJobState(ports, name, 'open', '');
    }
  });
  /** The jobs that are shown, by their buttons. */
  const listed = (html: unknown) =>
    buttons(html).flatMap(({ label, event }) =>
      label === 'Count' ? [(event.command as { readonly job: string }).job] : [],
    );
  const withFields = (fields: Record<string, string>, event: Record<string, unknown> = { widget: 'jobs' }) =>
    ask(submitted(event, fields));

  test('shows a page of them, and the pages together are all of them, each once', async () => {
    const html = String(await ask({ widget: 'jobs' }));
    const places = load(html)('[name=jobsFrom] option')
      .toArray()
      .map(({ attribs }) => attribs.value ?? '');
    expect(load(html)('[name=jobsFrom] option').first().text()).toBe('1–20 of 51');
    const all = await Promise.all(places.map(async (jobsFrom) => listed(await withFields({ jobsFrom }))));
    expect(all.map((some) => some.length)).toEqual([20, 20, 11]);
    expect(all.flat().toSorted()).toEqual(['birds', ...names].toSorted());
  });

  test('is filtered by a part of the name, and stays so when it is refreshed or a button is pressed', async () => {
    const fields = { jobsNamed: ' JOB-4 ', jobsFrom: '20' };
    const html = await withFields(fields);
    expect(listed(html)).toEqual(names.slice(40));
    expect(load(String(html))('[name=jobsNamed]').attr('value')).toBe('job-4');
    const after = await withFields(fields, pressed(html, 'Pause'));
    expect(after).toContain('is paused; turns that have begun are finished');
    expect(listed(after)).toEqual(names.slice(40));
    const none = String(await withFields({ jobsNamed: 'owls' }));
    expect(listed(none)).toEqual([]);
    expect(none).toContain('None of 51 jobs');
    expect(buttons(none).map(({ label }) => label)).toContain('List');
  });

  test('pauses all of them by one button, which says how many', async () => {
    const html = await withFields({ jobsFrom: '40' });
    const all = buttons(html).find(({ label }) => label === 'Pause all');
    expect(all?.asks).toContain('Pause all 51 open jobs?');
    await ask(all?.event);
    const states = (await ports.jobs.jobs()).map(({ state }) => state);
    expect(states).toEqual(Array.from({ length: 51 }, () => 'paused'));
    expect(buttons(await ask({ widget: 'jobs' })).map(({ label }) => label)).not.toContain('Pause all');
  });

  test('leaves out a job that was removed', async () => {
    const pause = { reason: 'removed: over', at: 0, by: 'removal' as const };
    await changeJob(ports, 'job-07', (was) => ({ ...was, state: 'stopped', pause }));
    expect(listed(await withFields({ jobsNamed: 'job-0' }))).toHaveLength(9);
  });
});

describe('the widget with the form', () => {
  const hosts = ['a.example', 'b.example'] as HostName[];
  const marks = async (host: HostName) =>
    (await ports.hosts.inbox({ job: 'birds', host }, 10)).filter(({ id }) => id.startsWith('mark-'));
  beforeEach(async () => {
    for (const host of hosts) {
      await deliver(ports, { job: 'birds', host }, { id: 'seed', message: { candidates: [] } });
      const control = await ports.hosts.control({ job: 'birds', host });
      if (control === undefined) throw new Error(`${host} is not there`);
      const counters = { ...control.counters, visited: 3 };
      await ports.hosts.putControl({ job: 'birds', host }, control, { ...control, counters });
    }
  });

  const submit = async (form: Record<string, unknown>) =>
    ask(submitted(pressed(await ask({ widget: 'reharvest' }), 'Say what it would touch'), form));
  /** The button that does what the form stands for. */
  const doing = (html: unknown) => buttons(html).find(({ event }) => event.widget === 'confirm');

  test('says what a reharvest would touch, and a button that names job and number does it', async () => {
    const form = { job: 'birds', host: 'a.example', maxPages: '10', status: '', reason: 'out of date' };
    const said = await submit(form);
    expect(said).toContain('nothing was changed');
    expect(await marks('a.example' as HostName)).toHaveLength(0);
    const does = doing(said);
    expect(does?.label).toBe('Make 3 pages of birds due again');
    expect(does?.asks).toBe('Make 3 pages of birds due again?');
    // Whatever the form says by now.
    expect(await ask(submitted(does?.event ?? {}, { ...form, host: 'b.example' }))).toContain(
      'to be told which of them are due again',
    );
    expect(await marks('a.example' as HostName)).toHaveLength(1);
    expect(await marks('b.example' as HostName)).toHaveLength(0);
    expect((await ports.commands.commands(1)).commands).toMatchObject([{ reason: 'out of date' }]);
  });

  test.each([
    [{}, 'every page of birds (6)'],
    [{ olderThanDays: '0' }, 'every page of birds (6)'],
    [{ maxPages: '1000000000' }, 'every page of birds (6)'],
    [{ maxPages: '1000000000', olderThanDays: '0', host: ' ' }, 'every page of birds (6)'],
    [{ maxPages: '5' }, 'at most 5 pages of birds'],
    [{ maxPages: '2', host: 'a.example' }, 'at most 2 pages of birds'],
    [{ prefix: 'https://a.example/x' }, 'at most 3 pages of birds'],
    [{ olderThanDays: '0.5' }, '6 pages of birds'],
  ])('of %j stands for what its button says', async (fields, what) => {
    expect(doing(await submit({ job: 'birds', ...fields }))?.label).toBe(`Make ${what} due again`);
    for (const host of hosts) expect(await marks(host)).toHaveLength(0);
  });

  test('brings what an event and the command itself bring', async () => {
    const does = doing(await submit({ job: 'birds', host: 'b.example', olderThanDays: '7' }));
    await ask(does?.event);
    const detail = { command: 'reharvest', job: 'birds', scope: { host: 'b.example', olderThanDays: 7 } };
    const event = { id: 'e-1', source: 'winnow.winnow', 'detail-type': 'Winnow Command', detail };
    await ask(event);
    await ask(event);
    await ask(detail);
    const found = await marks('b.example' as HostName);
    expect(found).toHaveLength(3);
    const told = found.map(({ id: _, ...rest }) => JSON.stringify(rest));
    expect(new Set(told).size).toBe(1);
  });

  test('takes its button pressed twice for one request, and one that is drawn anew for another', async () => {
    const form = { job: 'birds', host: 'b.example' };
    const event = doing(await submit(form))?.event;
    expect(await ask(event)).toContain('to be told which of them are due again');
    expect(await ask(event)).toContain('nothing was done again');
    expect(await marks('b.example' as HostName)).toHaveLength(1);
    expect(await ask(doing(await submit(form))?.event)).toContain('to be told which of them are due again');
    expect(await marks('b.example' as HostName)).toHaveLength(2);
  });

  test('keeps its fields and the job that was chosen when the dashboard is refreshed, and when it is submitted', async () => {
    await ensureJob(ports, testSettings('apes'));
    const form = { job: 'birds', host: 'a.example', status: 'gone', maxPages: '7', reason: 'all of it' };
    const drawn = [
      await ask(submitted({ widget: 'reharvest' }, form)),
      await submit(form),
      await ask(submitted(doing(await submit({ ...form, status: '' }))?.event ?? {}, form)),
    ];
    for (const html of drawn) {
      const $ = load(String(html));
      expect($('[name=job] option[selected]').attr('value')).toBe('birds');
      expect($('[name=status] option[selected]').attr('value')).toBe('gone');
      for (const name of ['host', 'maxPages', 'reason'] as const)
        expect($(`[name=${name}]`).attr('value')).toBe(form[name]);
    }
  });

  test('chooses no job by itself where there are several', async () => {
    await ensureJob(ports, testSettings('apes'));
    const $ = load(String(await ask({ widget: 'reharvest' })));
    expect($('[name=job] option').first().attr('value')).toBe('');
    const said = String(await submit({ job: '' }));
    expect(said).toContain('job: choose one');
    expect(doing(said)).toBeUndefined();
  });

  test('says so when its job was removed, and offers it no more', async () => {
    await ensureJob(ports, testSettings('apes'));
    const form = { job: 'birds', host: 'a.example' };
    const event = doing(await submit(form))?.event ?? {};
    const pause = { reason: 'removed: over', at: 0, by: 'removal' as const };
    await changeJob(ports, 'birds', (was) => ({ ...was, state: 'stopped', pause }));
    for (const html of [await ask(submitted(event, form)), await submit(form)]) {
      expect(html).toContain('it was removed');
      expect(html).not.toContain('to be told which of them are due again');
    }
    const $ = load(String(await ask(submitted({ widget: 'reharvest' }, form))));
    expect($('.winnow-rests').text()).toBe('There is no job birds any more.');
    expect($('[name=host]').attr('value')).toBe('a.example');
    expect(
      $('[name=job] option')
        .toArray()
        .map(({ attribs }) => attribs.value),
    ).toEqual(['apes']);
  });

  test.each([
    [{ host: 'a.exmaple' }, 'it knows no host a.exmaple, and none below it; did you mean a.example?'],
    [{ maxPages: 'many' }, 'maxPages'],
    [{ record: 'x' }, 'MD5'],
    [{ job: 'fish' }, 'there is no job'],
  ])('is not lost by %j, which is refused with a sentence', async (wrong, why) => {
    const html = await submit({ job: 'birds', status: 'gone', reason: 'why', ...wrong });
    const $ = load(String(html));
    expect($('.winnow-rests').text()).toContain(why);
    expect($('[name=reason]').attr('value')).toBe('why');
    expect($('[name=status] option[selected]').attr('value')).toBe('gone');
    expect(doing(html)).toBeUndefined();
  });

  test('offers nothing to do where no page is meant', async () => {
    const html = await submit({ job: 'birds', status: 'gone' });
    expect(html).toContain('nothing was changed');
    expect(doing(html)).toBeUndefined();
    const detail = { command: 'reharvest', job: 'birds', scope: { status: 'gone' } };
    expect(await ask({ widget: 'do', command: detail })).toContain(
      'nothing was done: no host has such pages',
    );
  });
});

describe('a schedule', () => {
  const input = { command: 'reharvest', olderThanDays: 30, by: 'schedule' };

  test('is obeyed once for each time that it was set for', async () => {
    const nightly = { ...input, requestId: 'reharvest-2026-11-22T03:00:00Z' };
    expect(await ask(nightly)).not.toHaveProperty('repeated');
    expect(await ask(nightly)).toMatchObject({ repeated: true });
    expect((await ports.commands.commands(10)).commands).toMatchObject([{ by: 'schedule', state: 'done' }]);
  });

  test('whose input somebody sends by hand has no time in it: each is one of its own', async () => {
    const onRequest = { ...input, requestId: `reharvest-${scheduledTime}` };
    expect(await ask(onRequest)).not.toHaveProperty('repeated');
    expect(await ask(onRequest)).not.toHaveProperty('repeated');
  });
});

describe('an event', () => {
  const event = (detail: unknown, id = 'e-1') => ({
    ...{ version: '0', id, source: 'winnow.winnow', account: '123456789012', resources: [] },
    ...{ 'detail-type': 'Winnow Command', detail },
  });

  test('is done once however often it is delivered, and answered', async () => {
    const pause = event({ command: 'pause', job: 'birds', reason: 'an event' });
    expect(await ask(pause)).toMatchObject({ requestId: 'e-1', jobs: [{ state: 'paused' }] });
    expect(await ask(pause)).toMatchObject({ repeated: true });
    const { commands } = await ports.commands.commands(10);
    expect(commands).toMatchObject([{ by: 'event', reason: 'an event' }]);
  });

  test('that is wrong is answered with what is wrong: nobody sees the function fail', async () => {
    expect(await ask(event({ command: 'pauze' }))).toMatchObject({
      error: { code: 'usage', message: expect.stringContaining('did you mean pause?') },
    });
    expect(await ask({ ...event({}), 'detail-type': 'Other' })).toMatchObject({ error: { code: 'usage' } });
  });
});

test.each(Object.entries(opsExamples))('the example %s is a command', async (_, example) => {
  if (example.command === 'fetch') return;
  const host = 'example.org' as HostName;
  await deliver(ports, { job: 'birds', host }, { id: 'seed', message: { candidates: [] } });
  expect(await ask(example)).toBeDefined();
});

describe('whatever it is called with', () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(2)>';

  test('a widget shows the beginning of what somebody wrote at length', async () => {
    await ask({ command: 'stop', job: 'birds', reason: 'why '.repeat(100), by: 'ann' });
    const text = load(String(await ask({ widget: 'jobs' })))('small').text();
    expect(text).toMatch(/^(why )+.*…, \d{4}-/);
    expect(text.length).toBeLessThan(200);
  });

  test('a widget is HTML in which nobody else has a say', async () => {
    await setJobState(ports, 'birds', 'paused', hostile);
    await ask({ command: 'stop', job: 'birds', reason: hostile, by: hostile });
    const mistakes = await Promise.all([
      ask({ widget: 'do', command: { command: hostile } }),
      ask({ widget: hostile }),
      ask({ widget: 'jobs' }),
      ask({ widget: 'do', command: { command: 'audit' } }),
    ]);
    for (const html of mistakes) {
      expect(html).not.toContain('<script');
      expect(html).not.toContain('<img');
    }
  });

  test('what people and sites have named is text in a widget, whatever it is', async () => {
    const named = [
      hostile,
      '</pre></td><cwdb-action>',
      '\u202e\u0000\ud800',
      '&lt;b&gt; $1 {{1}}',
      "'\\' onload=x",
    ];
    for (const [i, text] of named.entries()) {
      const who = { reason: text, by: text };
      await ask({ command: 'reharvest', job: 'birds', scope: { class: text }, ...who });
      await ask({ command: 'recycle', job: 'birds', ...who, requestId: `r-${i}` });
      await ask({ command: 'reclassify', job: 'birds', classes: [text], ...who });
      const html = String(await ask({ widget: 'jobs' }));
      const answers = await Promise.all(
        [
          { command: 'audit' },
          { command: 'status', job: 'birds' },
          { command: 'recycle', job: 'birds', ...who, requestId: `r-${i}` },
          { command: 'cancel', request: text },
          { command: 'pause', job: text },
        ].map((command) => ask({ widget: 'do', command })),
      );
      const known = new Set([
        'style',
        'table',
        'tbody',
        'tr',
        'th',
        'td',
        'a',
        'b',
        'br',
        'p',
        'pre',
        'h4',
        'bdi',
        'small',
        'span',
        'code',
        'cwdb-action',
        'div',
      ]);
      for (const drawn of [html, ...answers.map(String)]) {
        const $ = load(drawn, {}, false);
        const elements = $('*')
          .toArray()
          .filter((node) => 'attribs' in node);
        expect(elements.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
        expect(
          elements.flatMap(({ attribs }) => Object.keys(attribs)).filter((name) => /^on|src|href/.test(name)),
        ).toEqual([]);
        // Those of the widget, or none: what others wrote makes no button.
        expect([0, 9]).toContain($('cwdb-action').length);
      }
    }
  });

  test.each(['plain', 'widget', 'event'])('it breaks at no depth and no size, as %s', async (form) => {
    const deep = Array.from({ length: 100_000 }).reduce((inner: unknown) => [inner], 1);
    for (const command of [{ command: deep }, { command: 'x'.repeat(2_000_000) }, deep]) {
      const asked =
        form === 'plain'
          ? command
          : form === 'widget'
            ? { widget: 'do', command }
            : { id: 'e', source: 's', 'detail-type': 'Winnow Command', detail: command };
      const said = await ask(asked).catch((error: unknown) => error);
      expect(JSON.stringify(said instanceof Error ? said.message : said).length).toBeLessThan(2_000);
      if (form === 'plain') expect(said).toMatchObject({ code: 'usage' });
    }
    expect(await ask({ widget: 'jobs', widgetContext: deep })).toContain('That cannot be done');
  });

  test('it answers, or says what is wrong with it, and never breaks', async () => {
    const words = fc.oneof(
      fc.constantFrom(
        'pause',
        'reharvest',
        'redrive',
        'status',
        'jobs',
        'submit',
        'do',
        'birds',
        '*',
        hostile,
      ),
      fc.string({ maxLength: 20 }),
    );
    const value = fc.oneof(words, fc.boolean(), fc.integer(), fc.constant(null), fc.constant(undefined));
    const keys = [
      'command',
      'job',
      'scope',
      'maxPages',
      'reason',
      'by',
      'dryRun',
      'requestId',
      'ids',
      'limit',
    ];
    const command = fc.dictionary(
      fc.oneof(fc.constantFrom(...keys), fc.string({ maxLength: 8 })),
      fc.oneof(value, fc.dictionary(fc.constantFrom('host', 'prefix', 'class', '__proto__'), value)),
      { maxKeys: 6 },
    );
    const form = fc.dictionary(fc.constantFrom('job', 'host', 'prefix', 'maxPages', 'status', 'x'), value);
    const widget = fc.record({
      widget: fc.oneof(fc.constantFrom('jobs', 'reharvest', 'submit', 'do'), value),
      command,
      dryRun: fc.boolean(),
      requestId: words,
      widgetContext: fc.oneof(value, fc.record({ forms: fc.record({ all: form }) })),
    });
    const envelope = fc.record({
      id: words,
      source: words,
      'detail-type': fc.oneof(fc.constant('Winnow Command'), value),
      detail: fc.oneof(command, value),
    });
    const event = fc.oneof(value, command, widget, envelope, fc.array(value), fc.anything());
    const seen = fc.asyncProperty(event, async (given) => {
      const isWidget = typeof given === 'object' && given !== null && 'widget' in given;
      try {
        const answer = await ask(given);
        if (isWidget) expect(answer).not.toContain(hostile);
      } catch (error) {
        expect(error).toBeInstanceOf(WinnowError);
        expect(['usage', 'not-found']).toContain((error as WinnowError).code);
        expect(isWidget).toBe(false);
      }
    });
    await fc.assert(seen, { numRuns: 300 });
  });
});
