import { describe, expect, it } from 'vitest'
import {
  collectFindings,
  judgeItemAnswer,
  findOpenPoints,
  determinePresence,
  type CheckItem,
  type CheckPoint,
  type ItemValue,
  type NumberItem,
  type PointAnswer,
} from '@/areas/rounds/rules/check-point'

const oil: NumberItem = { key: 'oil', kind: 'number', unit: '°C', low: 140, high: 220, warnLow: 150, warnHigh: 210 }
const noise: CheckItem = { key: 'noise', kind: 'okNotOk' }
const note: CheckItem = { key: 'note', kind: 'text', optional: true }
const photo: CheckItem = { key: 'photo', kind: 'photo', optional: true }

it.each<[CheckItem, ItemValue, string]>([
  [oil, 180, 'ok'],
  [oil, 150, 'ok'],
  [oil, 210, 'ok'],
  [oil, 149.9, 'warn'],
  [oil, 140, 'warn'],
  [oil, 220, 'warn'],
  [oil, 139.9, 'out'],
  [oil, 220.1, 'out'],
  [oil, 0, 'out'],
  [oil, Number.NaN, 'invalid'],
  [oil, Infinity, 'invalid'],
  [oil, '180', 'invalid'],
  [oil, null, 'unanswered'],
  [{ key: 'n', kind: 'number', unit: 'A', high: 60 }, -5, 'ok'],
  [noise, 'ok', 'ok'],
  [noise, 'notOk', 'notOk'],
  [noise, 'OK', 'invalid'],
  [noise, undefined, 'unanswered'],
  [note, 'belt frayed', 'ok'],
  [note, '  ', 'unanswered'],
  [note, 3, 'invalid'],
  [photo, ['f1'], 'ok'],
  [photo, [], 'unanswered'],
  [photo, 'f1', 'invalid'],
])('judges %j with %j: %s', (item, value, expected) => {
  expect(judgeItemAnswer(item, value)).toBe(expected)
})

const pump: CheckPoint = {
  key: 'a',
  code: 'CP-01',
  equipmentId: 'e1',
  equipmentCode: 'MP-01',
  scanRequired: true,
  items: [oil, noise, note, photo],
}
const roof: CheckPoint = {
  key: 'b',
  code: 'CP-02',
  equipmentId: 'e2',
  equipmentCode: 'WF-01',
  scanRequired: false,
  items: [noise],
}
const good: PointAnswer = { pointKey: 'a', presence: 'scanned', values: { oil: 180, noise: 'ok' } }
const goodRoof: PointAnswer = { pointKey: 'b', presence: 'byHand', values: { noise: 'ok' } }

describe('a round may be finished', () => {
  it.each<[string, PointAnswer[], unknown[]]>([
    ['when all is answered', [good, goodRoof], []],
    [
      'with a point skipped for a reason',
      [good, { pointKey: 'b', presence: null, skippedBecause: 'ice on the roof', values: {} }],
      [],
    ],
    [
      'not with a point skipped for none',
      [good, { pointKey: 'b', presence: 'byHand', skippedBecause: ' ', values: {} }],
      [{ pointKey: 'b', why: 'unanswered', items: ['noise'] }],
    ],
    ['not with a point untouched', [good], [{ pointKey: 'b', why: 'unanswered', items: ['noise'] }]],
    [
      'not with an item open',
      [{ ...good, values: { oil: 180, note: 'x' } }, goodRoof],
      [{ pointKey: 'a', why: 'unanswered', items: ['noise'] }],
    ],
    [
      'not with what is no answer',
      [{ ...good, values: { oil: Number.NaN, noise: 'ok' } }, goodRoof],
      [{ pointKey: 'a', why: 'invalid', items: ['oil'] }],
    ],
    [
      'not typed by hand where a scan is required',
      [{ ...good, presence: 'byHand' }, goodRoof],
      [{ pointKey: 'a', why: 'notScanned', items: [] }],
    ],
    [
      'not without being there at all',
      [good, { ...goodRoof, presence: null }],
      [{ pointKey: 'b', why: 'notScanned', items: [] }],
    ],
    ['by the later of two answers to a point', [{ ...good, values: {} }, good, goodRoof], []],
  ])('%s', (_what, answers, expected) => {
    expect(findOpenPoints([pump, roof], answers)).toEqual(expected)
  })
})

it('flags failed points and passes their photos to the repair', () => {
  const bad: PointAnswer = {
    pointKey: 'a',
    presence: 'scanned',
    values: { oil: 225, noise: 'notOk', photo: ['f1', 'f2'] },
  }
  const photos = ['f1', 'f2']
  expect(collectFindings([pump, roof], [goodRoof, bad])).toEqual([
    { pointKey: 'a', itemKey: 'oil', equipmentId: 'e1', verdict: 'out', photos },
    { pointKey: 'a', itemKey: 'noise', equipmentId: 'e1', verdict: 'notOk', photos },
  ])
  expect(collectFindings([pump], [{ ...bad, skippedBecause: 'machine locked' }])).toEqual([])
})

it.each<[string, 'scanner' | 'hand', string]>([
  ['cp:CP-01', 'scanner', 'scanned'],
  ['https://mes.plant.example/s/cp/CP-01', 'scanner', 'scanned'],
  ['eq:MP-01', 'scanner', 'scanned'],
  ['ＣＰ－０１', 'hand', 'byHand'],
  ['mp-01', 'hand', 'byHand'],
  ['cp:CP-01', 'hand', 'byHand'],
  ['cp:CP-02', 'scanner', 'wrong'],
  // The equipment's code under the check point's prefix is another label.
  ['cp:MP-01', 'scanner', 'wrong'],
  ['', 'scanner', 'wrong'],
])('entering %j by %s is %s', (text, by, expected) => {
  expect(determinePresence(pump, text, by)).toBe(expected)
})
