/** Dates in the future, numbers in the wrong order and implausibly large ones are refused in every contract. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import type { Endpoint } from '@/contract/endpoint'
import type { Field, Fields } from '@/contract/field'
import { getWritableFields, type Resource } from '@/contract/resource'
import { findRowIssues } from '@/contract/row-rules'
import { hasPlausibleMax } from '@/contract/number-limits'
import { amount, day, integer, list, moment } from '@/contract/field'
import { checkFields } from '@/contract/schema'
import { createTestPlant, type Caller, type TestPlant } from '../server/harness'
import { buildSampleInput } from './sample'

const resources = areaContracts.flatMap((area) => area.resources as Resource[])
const endpoints = areaContracts.flatMap((area) => (area.endpoints ?? []) as Endpoint[])
const writtenResources = resources.filter((r) => r.endpoints.create || r.endpoints.update)
interface InputField {
  /** Resource or call, and the path within it. */
  readonly path: string
  readonly name: string
  readonly field: Field
}
const listFields = (prefix: string, fields: Fields): InputField[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    { path: `${prefix}.${name}`, name, field },
    ...(field.kind === 'list' ? listFields(`${prefix}.${name}`, field.of) : []),
  ])
/** All fields that people or other programs enter. */
const enteredFields = [
  ...writtenResources.flatMap(({ name, fields }) => listFields(name, getWritableFields(fields))),
  ...endpoints.filter(({ effect }) => effect !== 'read').flatMap(({ name, input }) => listFields(name, input)),
]
const nameUnexplained = (fields: readonly InputField[], reasons: Readonly<Record<string, string>>): string[] =>
  fields
    .filter(({ path, name }) => {
      const parents = path.split('.').map((_, index, words) => [...words.slice(0, index), '*'].join('.'))
      return ![path, `*.${name}`, ...parents].some((key) => key in reasons)
    })
    .map(({ path }) => path)

/** Dates that may lie in the future, or that another rule checks. */
const FUTURE_DATES: Record<string, string> = {
  '*.occurredAt': 'server/entered-moments',
  '*.businessDate': 'plant/rules/record-shift',
  '*.dueOn': 'planned',
  '*.nextDueOn': 'planned',
  '*.answerBy': 'planned',
  '*.expectedOn': 'planned',
  '*.expiresOn': 'planned',
  '*.dueAt': 'planned',
  '*.plannedOn': 'planned',
  '*.effectiveFrom': 'decided ahead',
  '*.effectiveTo': 'decided ahead',
  '*.installedOn': 'a machine is recorded before it is installed',
  'line.inUseFrom': 'a line is recorded before it is used',
  'shiftRotation.anchorDay': 'any day',
  'scheduleEntry.*': 'planned',
  'scheduleEntry.place.*': 'planned',
  'scheduleEntry.putBack.*': 'planned',
  'erpOrder.orderedOn': 'the ERP may date an order ahead',
  'energyMonth.month': 'the first day of a month',
  'electricBill.month': 'the first day of a month',
  'inspectionPlan.*': 'planned',
  'productInfo.*': 'planned',
  'lobbyNotice.*': 'planned',
  'season.set.startsOn': 'any day',
  'lineStop.*': 'plant/rules/line-stop',
  'lineStop.explain.*': 'plant/rules/line-stop',
  'repair.*': 'maintenance/rules/repair and repair-work',
  'postTime.*': 'the end of a shift is entered shortly before it',
  'lineSpeed.send.*': 'readings have rules of their own',
  'tag.send.*': 'readings have rules of their own',
  'jumboRoll.doff.startedAt': 'not after the doff',
  'inspectionRound.finish.finishedAt': 'resolved like occurredAt',
  'pmPlan.complete.seenDoneAt': 'the stored time that the person saw',
  'energyUse.renew.*': 'a period to recalculate',
  'energyBaseline.fit.*': 'a period of past data',
  'controlLimit.freeze.*': 'a period of past data',
  'sheet.rebirth.*': 'a period to recalculate',
  'keptSheet.*': 'the period of a report',
  'lineBoard.*': 'targets are set ahead',
  'teamBoard.*': 'targets are set ahead',
  'lineTarget.*': 'targets are set ahead',
  'teamTarget.*': 'targets are set ahead',
}
test('every entered date is declared to lie in the past, or has a reason not to', () => {
  const dates = enteredFields.filter(
    ({ field }) => (field.kind === 'day' || field.kind === 'moment') && !field.notFuture,
  )
  expect(nameUnexplained(dates, FUTURE_DATES)).toEqual([])
})

/** Numbers without a plausible maximum. */
const UNLIMITED_NUMBERS: Record<string, string> = {
  '*.version': 'counted by the server',
  ...Object.fromEntries(
    ['value', 'number', 'actual', 'low', 'high', 'target', 'lsl', 'usl', 'warnLow', 'warnHigh'].map((name) => [
      `*.${name}`,
      'in the unit of its item; surface resistances reach 1e12 Ω',
    ]),
  ),
  ...Object.fromEntries(
    [
      'rangeLow',
      'rangeHigh',
      'rollsOverAt',
      'oldFinal',
      'newStart',
      'mostPerHour',
      'dip',
      'reading',
      'lastReading',
      'meterEvery',
    ].map((name) => [`*.${name}`, 'in the unit of its meter']),
  ),
  '*.amount': 'in the unit of its lubricant',
  'masterbatch.measured.*': 'calculated from colours within limits',
  'noticeRule.*': 'in the unit of its figure',
  'controlLimit.freeze.excluded.point': 'refers to a point of the chart',
  'sheet.alter.difference': 'figures/rules/sum-limits',
  '*.difference': 'boards/rules/validate-correction',
}
test('every entered number has a plausible maximum, or a reason not to', () => {
  const numbers = enteredFields.filter(
    ({ field }) => (field.kind === 'amount' || field.kind === 'integer') && !hasPlausibleMax(field),
  )
  expect(nameUnexplained(numbers, UNLIMITED_NUMBERS)).toEqual([])
})

/** Endings of the names of two numbers, of which the first is never larger. */
const PAIRS = [
  ['low', 'high'],
  ['lsl', 'usl'],
  ['min', 'max'],
  ['minimum', 'orderUpTo'],
  ['minimum', 'maximum'],
  ['from', 'to'],
  ['limitHour', 'limitDay'],
  ['soonPercent', 'overduePercent'],
] as const
/** Pairs that a rule of their own checks. */
const OTHERWISE: Record<string, string> = {
  customField: 'equipment/rules/custom-field',
  incomingField: 'equipment/rules/custom-field',
  detectionRecord: 'equipment/rules/record',
  meter: 'equipment/server/meters',
  tag: 'telemetry/server/tags',
  productStandard: 'standards/rules/product-standard',
  materialStandard: 'standards/rules/material-standard',
  processStandard: 'standards/rules/process-standard',
  processInspection1: 'copied from the process standard',
  processInspection2: 'copied from the process standard',
  firstInspection: 'copied from the template',
  tableTemplate: 'quality/rules/quality-check',
  qualityCheck: 'quality/rules/quality-check and server/checks',
  oiling: 'quality/rules/width-and-oil-records',
  inspectionPlan: 'rounds/rules/inspection-plan-fields',
  pmPlan: 'soon at most 100 %, overdue at least 100 %',
  noticeRule: 'quiet hours may span midnight',
  jumboRoll: 'rolls/rules/defect-map and downgrades',
  slitSet: 'rolls/rules/downgrades',
}
test('every pair of numbers declares its order, or has a rule that refuses the wrong one', () => {
  const swap = (name: string, [smaller, larger]: (typeof PAIRS)[number]): string | null => {
    const [capitalSmaller, capitalLarger] = [smaller, larger].map((word) => word[0]!.toUpperCase() + word.slice(1))
    if (name === smaller) return larger
    if (name.startsWith(smaller) && /^[A-Z]/.test(name.slice(smaller.length)))
      return larger + name.slice(smaller.length)
    return name.endsWith(capitalSmaller!) ? name.slice(0, -capitalSmaller!.length) + capitalLarger! : null
  }
  const findPairs = (path: string, fields: Fields, isDeclared: (smaller: string) => boolean): string[] =>
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.kind === 'list') return findPairs(`${path}.${name}`, field.of, () => false)
      if (field.kind !== 'amount' && field.kind !== 'integer') return []
      const hasPair = PAIRS.some((pair) => {
        const other = fields[swap(name, pair) ?? '']
        return other?.kind === 'amount' || other?.kind === 'integer'
      })
      return hasPair && !isDeclared(name) ? [`${path}.${name}`] : []
    })
  const undeclaredPairs = [
    ...writtenResources.flatMap(({ name, fields, valueOrder }) =>
      findPairs(name, getWritableFields(fields), (smaller) => valueOrder.some(([first]) => first === smaller)),
    ),
    ...endpoints
      .filter(({ effect }) => effect !== 'read')
      .flatMap(({ name, input, valueOrder = [] }) =>
        findPairs(name, input, (smaller) => valueOrder.some(([first]) => first === smaller)),
      ),
  ]
  expect(undeclaredPairs.filter((path) => !OTHERWISE[path.split('.')[0] ?? ''])).toEqual([])
})

test('a number beyond its limit is refused with the limit', () => {
  const fields = { gsm: amount({ unit: 'g/m²', min: 0 }), oil: amount({ unit: '°C' }), free: amount({ unit: '' }) }
  expect(checkFields(fields, { gsm: 5000, oil: 3000, free: 1e12 })).toMatchObject({ ok: true })
  expect(checkFields(fields, { gsm: 5001, oil: -274 })).toEqual({
    ok: false,
    issues: [
      { path: ['gsm'], code: 'tooBig', params: { limit: 5000 } },
      { path: ['oil'], code: 'tooSmall', params: { limit: -273.15 } },
    ],
  })
})

describe('the rules of a row', () => {
  const fields = {
    at: moment({ notFuture: true }),
    on: day({ notFuture: true }),
    dueOn: day(),
    steps: list({ doneOn: day({ notFuture: true }) }),
    least: integer(),
    most: integer(),
  }
  const find = (row: object, enteredNames = Object.keys(row), more: object = {}) =>
    findRowIssues({ fields, valueOrder: [['least', 'most']] }, row as never, {
      timeZone: 'Asia/Shanghai',
      nowMs: Date.parse('2026-11-20T02:00:00Z'),
      enteredFields: enteredNames,
      getLabel: (name) => name.toUpperCase(),
      ...more,
    })
  test('refuse a moment beyond the clock tolerance, and a day after today by the plant calendar', () => {
    expect(find({ at: '2026-11-20T02:05:00.000Z', on: '2026-11-20', dueOn: '2027-01-01' })).toEqual([])
    expect(find({ at: '2026-11-20T02:05:01.000Z', on: '2026-11-21' })).toEqual([
      { path: ['at'], code: 'inFuture' },
      { path: ['on'], code: 'inFuture' },
    ])
    // The clock of a phone may be wrong by a day.
    expect(find({ on: '2026-11-21' }, ['on'], { maxAheadMs: 86_400_000 })).toEqual([])
    expect(find({ steps: [{ doneOn: '2026-11-20' }, { doneOn: '2026-11-21' }] })).toEqual([
      { path: ['steps', 1, 'doneOn'], code: 'inFuture' },
    ])
  })
  test('name the entered number of a pair, and are silent about an empty or unchanged pair', () => {
    expect(find({ least: 3, most: 2 })).toEqual([
      { path: ['most'], code: 'belowOther', params: { other: 'LEAST', value: 3 } },
    ])
    expect(find({ least: 3, most: 2 }, ['least'])).toEqual([
      { path: ['least'], code: 'aboveOther', params: { other: 'MOST', value: 2 } },
    ])
    expect(find({ least: 3, most: 2 }, [])).toEqual([])
    expect(find({ least: 3, most: null })).toEqual([])
    expect(find({ least: 3, most: 3 })).toEqual([])
  })
})

describe('the server refuses', () => {
  let plant: TestPlant
  let admin: Caller
  beforeAll(async () => {
    plant = await createTestPlant()
    admin = await plant.as('admin')
  }, 120_000)
  afterAll(() => plant.close())
  const create = async (resource: Resource, values: object) => {
    const input = await buildSampleInput(plant, admin, resource)
    return admin.call(resource.endpoints.create!, { ...input, ...values } as never) as ReturnType<Caller['call']>
  }

  const creatable = writtenResources.filter(({ endpoints: operations }) => operations.create)
  const futureCases = creatable.flatMap((resource) =>
    Object.entries(getWritableFields(resource.fields)).flatMap(([name, field]) =>
      (field.kind === 'day' || field.kind === 'moment') && field.notFuture
        ? [[resource.name, name, resource] as const]
        : [],
    ),
  )
  test.each(futureCases)('%s with %s in the future', async (_name, name, resource) => {
    const isDay = resource.fields[name]!.kind === 'day'
    const answer = await create(resource, { [name]: isDay ? '2027-03-01' : '2027-03-01T04:00:00.000Z' })
    const { issues } = answer.data as { issues: readonly object[] }
    expect(issues, answer.errmsg).toContainEqual({ path: [name], code: 'inFuture' })
  })
  const pairCases = creatable.flatMap((resource) =>
    resource.valueOrder.map((pair) => [resource.name, pair, resource] as const),
  )
  test.each(pairCases)('%s with %s in the wrong order', async (_name, [smaller, larger], resource) => {
    const answer = await create(resource, { [smaller]: 3, [larger]: 2 })
    expect([answer.errno, answer.data]).toMatchObject(['4013', { issues: [{ path: [larger], code: 'belowOther' }] }])
  })
})
