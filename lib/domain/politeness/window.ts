/** Hours of the day in which a host may be visited, in the local time of a time zone. */
export interface TimeWindow {
  /** Minutes after midnight. An end at or before the start is on the next day. */
  readonly start: number;
  readonly end: number;
  readonly zone: string;
}

const form = /^([01]\d|2[0-3]):([0-5]\d) ?[-–] ?([01]\d|2[0-4]):([0-5]\d)(?: (\S+))?$/;
const day = 1_440;
const minuteMs = 60_000;

/**
 * Reads `22:00-06:00 Europe/Stockholm`; the default zone is UTC. Returns undefined for other text and for unknown
 * zones.
 */
export function readWindow(text: string): TimeWindow | undefined {
  const [, startHour, startMinute, endHour, endMinute, zone = 'UTC'] = form.exec(text.trim()) ?? [];
  if (startHour === undefined) return undefined;
  const start = Number(startHour) * 60 + Number(startMinute);
  const end = Number(endHour) * 60 + Number(endMinute);
  if (start === end || end > day || !isZone(zone)) return undefined;
  return { start, end, zone };
}

const windows = new Map<string, TimeWindow | undefined>();

/**
 * Returns the earliest time (epoch ms), not before `at`, at which a window is open. When clocks change, an hour that is
 * skipped is not waited for, and an hour that comes twice is open twice.
 * @param window as in `politeness.window`; undefined: always open
 * @param at epoch ms
 */
export function opensFrom(window: string | undefined, at: number): number {
  if (window === undefined) return at;
  if (!windows.has(window)) windows.set(window, readWindow(window));
  const hours = windows.get(window);
  return hours === undefined ? at : earliestOpening(hours, at);
}

function earliestOpening(hours: TimeWindow, at: number): number {
  const now = minuteOfDay(hours.zone, at);
  if (isOpen(hours, now)) return at;
  const minute = Math.floor(at / minuteMs);
  // A change of the clocks in between moves the opening: check each minute from `longestShift` before it.
  const until = (hours.start - now + day) % day;
  const first = minute + Math.max(1, until - longestShift);
  for (let one = first; one < first + 2 * day; one += 1) {
    if (isOpen(hours, minuteOfDay(hours.zone, one * minuteMs))) return one * minuteMs;
  }
  return at + day * minuteMs;
}

/**
 * Minutes. Clocks change by two hours at most. The shift need not be a whole hour: Lord Howe Island's is half an hour.
 */
const longestShift = 120;

function isOpen({ start, end }: TimeWindow, minute: number): boolean {
  return start < end ? minute >= start && minute < end : minute >= start || minute < end;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function minuteOfDay(zone: string, at: number): number {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    clock = new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: zone });
    clocks.set(zone, clock);
  }
  const [hour = 0, minute = 0] = clock.format(at).split(':').map(Number);
  return hour * 60 + minute;
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
