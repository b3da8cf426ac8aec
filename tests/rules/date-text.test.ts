import { describe, expect, test } from 'vitest'
import { parseInstant } from '@/contract/instant'
import { findOtherZone, isSpreadsheetDate, parseDayText, parseMomentText, parseTimeText } from '@/contract/date-text'

const SHANGHAI = 'Asia/Shanghai'
const BERLIN = 'Europe/Berlin'

describe('days as text', () => {
  test.each([
    '2026-12-01',
    '2026-12-1',
    '2026/12/1',
    '2026.12.1',
    '20261201',
    '2026年12月1日',
    '2026 年 12 月 1 日',
    '２０２６／１２／１',
    '1.12.2026',
    // 00:00 in Shanghai (UTC+8) is 16:00 of the day before in UTC.
    '2026-11-30T16:00:00.000Z',
    '2026-11-30T16:00:00Z',
    '2026-12-01T00:00:00+08:00',
    '2026-12-01T07:59:00',
    '2026-12-01 23:59:59',
    '2026/12/1 下午 3:05',
    // The end of a day belongs to it.
    '2026-12-01 24:00',
    '2026-12-01T24:00:00',
    '2026年12月1日24时',
    '2026-12-01T24:00:00+08:00',
  ])('%s is 1 December 2026', (text) => {
    expect(parseDayText(text, SHANGHAI)).toBe('2026-12-01')
  })
  test.each([
    '01/02/2026',
    '13/12/2026',
    '2026-11-2012',
    '2026-13-01',
    '2026-02-29',
    '2026-12/01',
    '2026-12-01x',
    'x2026-12-01',
    '2026-12',
    '26-12-01',
    '1/2/26',
    '2026年12月',
    '12月1日',
    '202612011',
    '46357',
    '2026-12-01T16:00:00.000Zx',
    '',
  ])('%s is refused', (text) => {
    expect(parseDayText(text, SHANGHAI)).toBeNull()
  })
})

describe('codes that a spreadsheet turned into dates', () => {
  test.each([
    '5-Mar',
    '05-mar-26',
    'Mar-26',
    'Sept-05',
    '2026/3/6',
    '3/7/2026',
    '13/7/2026',
    '2026-03-08',
    '05.03.2026',
    '3月5日',
    '2026年3月5日',
    '2026年3月',
    ' 2026/3/6 0:00 ',
  ])('%s looks like one', (text) => expect(isSpreadsheetDate(text)).toBe(true))
  test.each([
    '3-5',
    '3/5',
    '20260308',
    'MAR-100',
    'A-2026-03-08',
    '2026-13-40',
    '35-Mar',
    '13月5日',
    '10.20',
    '5-May-B',
    '',
  ])('%s does not', (text) => expect(isSpreadsheetDate(text)).toBe(false))
})

describe('times as text', () => {
  const toTimeMs = (hour: number, minute = 0, second = 0) => ((hour * 60 + minute) * 60 + second) * 1000
  test.each([
    ['20:30', toTimeMs(20, 30)],
    ['8:30', toTimeMs(8, 30)],
    ['8:30 PM', toTimeMs(20, 30)],
    ['8:30pm', toTimeMs(20, 30)],
    ['8:30 p.m.', toTimeMs(20, 30)],
    ['PM 8:30', toTimeMs(20, 30)],
    ['8 PM', toTimeMs(20)],
    ['12:30 AM', toTimeMs(0, 30)],
    ['12:30 PM', toTimeMs(12, 30)],
    ['下午 8:30', toTimeMs(20, 30)],
    ['下午8:30', toTimeMs(20, 30)],
    ['下午８：３０', toTimeMs(20, 30)],
    ['上午 8:30', toTimeMs(8, 30)],
    ['上午 12:30', toTimeMs(0, 30)],
    ['下午12:30', toTimeMs(12, 30)],
    ['中午 12:30', toTimeMs(12, 30)],
    ['中午1点', toTimeMs(13)],
    ['凌晨 2:15', toTimeMs(2, 15)],
    ['凌晨12:15', toTimeMs(0, 15)],
    ['晚上 9:05', toTimeMs(21, 5)],
    ['晚上21:05', toTimeMs(21, 5)],
    ['20时30分', toTimeMs(20, 30)],
    ['20时30分15秒', toTimeMs(20, 30, 15)],
    ['20点', toTimeMs(20)],
    ['下午3点半', toTimeMs(15, 30)],
    ['00:00', 0],
    ['24:00', toTimeMs(24)],
    ['24:00:00', toTimeMs(24)],
    ['23:59:59', toTimeMs(23, 59, 59)],
  ])('%s', (text, millis) => {
    expect(parseTimeText(text)).toBe(millis)
  })
  test.each([
    '24:01',
    '25:00',
    '8:60',
    '上午 20:30',
    '晚上 12:30',
    '凌晨 9:00',
    '8',
    '8:3',
    '上午 8:30 PM',
    '8:30 MEZ',
    '830',
    '',
    '-1:00',
  ])('%s is refused', (text) => {
    expect(parseTimeText(text)).toBeNull()
  })
})

describe('moments as text', () => {
  test.each([
    ['2026-12-01 20:30', '2026-12-01T12:30:00.000Z'],
    ['2026-12-01 8:30 PM', '2026-12-01T12:30:00.000Z'],
    ['2026/12/1 下午 8:30', '2026-12-01T12:30:00.000Z'],
    ['2026年12月1日20时30分', '2026-12-01T12:30:00.000Z'],
    ['2026年12月1日 下午8时30分', '2026-12-01T12:30:00.000Z'],
    ['20261201 20:30', '2026-12-01T12:30:00.000Z'],
    ['2026-12-01T12:30:00Z', '2026-12-01T12:30:00.000Z'],
    ['2026-12-01 12:30:00 UTC', '2026-12-01T12:30:00.000Z'],
    ['2026-12-01T14:30+02:00', '2026-12-01T12:30:00.000Z'],
    ['2026-12-01T14:30:00.250+0200', '2026-12-01T12:30:00.250Z'],
    ['2026-12-01 20:30+08:00', '2026-12-01T12:30:00.000Z'],
    // PostgreSQL writes seconds and the hours of the offset.
    ['2026-12-01 07:30:00-05', '2026-12-01T12:30:00.000Z'],
    ['2026-12-01 07:30:00-05:00', '2026-12-01T12:30:00.000Z'],
    ['2026-12-01 07:30:00.250 -0500', '2026-12-01T12:30:00.250Z'],
    ['2026-12-01T07:30-05:00', '2026-12-01T12:30:00.000Z'],
    ['2026-12-01 07:30 UTC-05:00', '2026-12-01T12:30:00.000Z'],
    ['2026-12-01', '2026-11-30T16:00:00.000Z'],
    ['2026-11-30 24:00', '2026-11-30T16:00:00.000Z'],
  ])('%s in Shanghai', (text, moment) => {
    expect(parseMomentText(text, SHANGHAI)).toBe(moment)
  })
  test.each([
    ['2026-07-01 12:00', '2026-07-01T10:00:00.000Z'],
    ['2026-12-01 12:00', '2026-12-01T11:00:00.000Z'],
    // Shown twice on 25 October 2026: its first showing, still in summer time.
    ['2026-10-25 02:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T02:30:00+01:00', '2026-10-25T01:30:00.000Z'],
    // Skipped on 29 March 2026: no clock ever showed it.
    ['2026-03-29 02:30', null],
    ['2026-03-29 03:30', '2026-03-29T01:30:00.000Z'],
  ])('%s in Berlin', (text, moment) => {
    expect(parseMomentText(text, BERLIN)).toBe(moment)
  })
  test.each([
    '2026-11-2012',
    '2026-11-20 12',
    '01/02/2026 08:00',
    '2026-12-01T25:00',
    '2026-12-01 08:00 CET',
    '2026-12-01-08',
    // Ranges of times.
    '2026-12-01 08:00-12:00',
    '2026-12-01 08:00 -12:00',
    '2026-12-01 08:00-10',
    '2026年12月1日8:00-12:00',
  ])('%s is refused', (text) => {
    expect(parseMomentText(text, SHANGHAI)).toBeNull()
    expect(parseDayText(text, SHANGHAI)).toBeNull()
  })
})

describe('timestamps of machines', () => {
  test.each([
    ['2026-12-01T12:30:00Z', '2026-12-01T12:30:00.000Z'],
    ['2026-12-01T12:30Z', '2026-12-01T12:30:00.000Z'],
    ['2026-12-01T20:30:00.123456+08:00', '2026-12-01T12:30:00.123Z'],
    ['2026-11-30T22:30:00-0330', '2026-12-01T02:00:00.000Z'],
    ['0050-03-01T00:00:00Z', '0050-03-01T00:00:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('%s', (text, moment) => {
    expect(new Date(parseInstant(text)!).toISOString()).toBe(moment)
  })
  test.each([
    '2026-02-31T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-12-01T24:00:00Z',
    '2026-12-01T12:60:00Z',
    '2026-12-01T12:30:00',
    '2026-12-01 12:30:00Z',
    '2026-12-01T12:30:00+0860',
    ' 2026-12-01T12:30:00Z',
  ])('%s is refused', (text) => {
    expect(parseInstant(text)).toBeNull()
  })
})

describe('time zones in headings', () => {
  test.each([
    ['Read at (UTC)', 'UTC'],
    ['Read at [utc]', 'utc'],
    ['Read at (GMT+1)', 'GMT+1'],
    ['抄表时间（UTC+05:30）', 'UTC+05:30'],
    ['Hour (CET)', 'CET'],
    ['Tested at (Z)', 'Z'],
    ['时间（世界时）', '世界时'],
    ['Date (yyyy-mm-dd hh:mm UTC)', 'UTC'],
  ])('%s is not the clock of a plant in Shanghai', (heading, zone) =>
    expect(findOtherZone(heading, 'Asia/Shanghai')).toBe(zone),
  )
  test.each([
    'Read at',
    '交货日期（必填）',
    'Delivery date (est.)',
    'Due (yyyy-mm-dd)',
    '检测时间（北京时间）',
    'Tested at (UTC+8)',
    '时间（GMT+08:00）',
    'Zone (A)',
  ])('%s is read in plant time', (heading) => expect(findOtherZone(heading, 'Asia/Shanghai')).toBeNull())
  test('a plant with a summer time has no fixed offset', () => {
    expect(findOtherZone('Hour (UTC+1)', 'Europe/Berlin')).toBe('UTC+1')
    expect(findOtherZone('Hour (UTC)', 'Africa/Abidjan')).toBeNull()
    expect(findOtherZone('时间（北京时间）', 'Europe/Berlin')).toBe('北京时间')
  })
})
