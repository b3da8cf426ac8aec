import { expect, it } from 'vitest'
import { findRecordProblem, type RecordContent } from '@/areas/equipment/rules/record'

const value = (more: object) => ({ point: 'P1', value: 5, low: null, high: null, result: 'ok', ...more })
it.each<[string, Partial<RecordContent>, unknown]>([
  ['nothing but a time', {}, null],
  ['due again the same day', { nextDueOn: '2026-11-20' }, null],
  // 15:30 UTC is 23:30 on the 20th in Shanghai, 16:30 UTC is half past midnight on the 21st.
  ["due on the plant's day", { occurredAt: '2026-11-20T15:30:00.000Z', nextDueOn: '2026-11-20' }, null],
  [
    "due before the plant's day",
    { occurredAt: '2026-11-20T16:30:00.000Z', nextDueOn: '2026-11-20' },
    { code: 'nextDueBefore' },
  ],
  ['a value on both its limits', { values: [value({ low: 5, high: 5 })] }, null],
  ['OK above', { values: [value({ high: 4.9 })] }, { code: 'okOutsideLimits', point: 'P1' }],
  ['OK below zero limit', { values: [value({ value: -0.1, low: 0 })] }, { code: 'okOutsideLimits', point: 'P1' }],
  ['not OK above', { values: [value({ high: 4.9, result: 'notOk' })] }, null],
  ['not OK within: a person may judge more strictly', { values: [value({ high: 9, result: 'notOk' })] }, null],
  ['crossed limits', { values: [value({ low: 6, high: 4, result: 'notOk' })] }, { code: 'limitsCrossed', point: 'P1' }],
  ['a part of the store', { parts: [{ partId: 'x', quantity: 0.5 }] }, null],
  [
    'a part without name',
    {
      parts: [
        { partName: 'gasket', quantity: 1 },
        { partName: ' ', quantity: 1 },
      ],
    },
    { code: 'partUnnamed', row: 2 },
  ],
  ['none of a part', { parts: [{ partId: 'x', quantity: 0 }] }, { code: 'partQuantity', row: 1 }],
])('%s', (_what, facts, expected) => {
  expect(findRecordProblem({ occurredAt: '2026-11-20T02:00:00.000Z', ...facts }, 'Asia/Shanghai')).toEqual(expected)
})
