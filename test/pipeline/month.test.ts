import { month } from '../support/long-crawl/month.ts';

const full = process.env.WINNOW_TEST_FULL === '1';
const size = full ? { hosts: 10, pages: 30, days: 30 } : { hosts: 3, pages: 12, days: 20 };

month({ ...size, seed: Number(process.env.WINNOW_MONTH_SEED ?? 1), everyDays: 1.5, measured: true });
