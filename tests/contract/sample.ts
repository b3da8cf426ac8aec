import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import type { Field, FieldKind, FieldByKind, Fields } from '@/contract/field'
import type { Endpoint } from '@/contract/endpoint'
import { createUuid7 } from '@/contract/id'
import { tableTemplate } from '@/areas/quality/contract/table-template'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { customField } from '@/areas/equipment/contract/custom-field'
import { getWritableFields, type Resource } from '@/contract/resource'
import { moveStock } from '@/areas/spareParts/contract/spare-part'
import type { Caller, TestPlant } from '../server/harness'

let counter = 0
/** Moments in the distant past are refused as typing errors. */
const YESTERDAY = (Math.floor(Date.now() / 86_400_000) - 1) * 86_400_000
/** A valid value per kind, different each time where that matters. */
const values = {
  text: (f) => (f.format === 'phone' ? '13800000000' : f.format === 'time' ? '08:00' : `T${++counter}`.slice(0, f.max)),
  note: () => `note ${++counter} 备注`,
  integer: (f) => Math.max(f.min ?? 1, Math.min(f.max ?? 1, 1)),
  amount: (f) => Math.max(f.min ?? 1, Math.min(f.max ?? 1, 1)),
  choice: (f) => f.options[0],
  flag: () => true,
  day: () => new Date(YESTERDAY).toISOString().slice(0, 10),
  moment: () => new Date(YESTERDAY).toISOString(),
  reference: () => undefined,
  references: () => [],
  image: () => [],
  file: () => [],
  series: (f) => (f.of === 'number' ? [1] : ['a']),
  list: () => [], // filled by `record`
  custom: () => ({}), // likewise
} satisfies { [K in FieldKind]: (f: FieldByKind<K>) => unknown }

/** Values of a resource that depend on more than one field, because a rule of the plant demands them. */
const special: Record<string, (input: Record<string, unknown>) => void> = {
  customField: (input) => Object.assign(input, { key: `own${++counter}` }),
  incomingField: (input) => Object.assign(input, { key: `own${++counter}` }),
  noticeRule: (input) =>
    Object.assign(input, { watches: 'figure', hookKind: 'json', hookUrl: 'https://example.com/hook' }),
  useRecord: (input) => Object.assign(input, { state: 'notUsed' }),
  tag: (input) => Object.assign(input, { lineKey: null, hallKey: null, low: 0, high: 10 }),
  meter: (input) => Object.assign(input, { rangeLow: 0, rangeHigh: 10, rollsOverAt: null }),
  inspectionPlan: (input) => {
    for (const item of input['items'] as Record<string, unknown>[])
      item['pointKey'] = (input['points'] as { key: string }[])[0]!.key
  },
  scheduleEntry: (input) => Object.assign(input, { endsAt: new Date(YESTERDAY + 8 * 3_600_000).toISOString() }),
  erpSource: (input) =>
    Object.assign(input, {
      url: 'https://erp.example.com/orders',
      headerName: 'X-Key',
      headerValue: null,
      mapping: ['externalNumber', 'productCode', 'orderedKg'].map((field) => ({ field, path: field })),
    }),
  inlet: (input) =>
    Object.assign(input, {
      kind: 'mqtt',
      url: 'mqtt://broker.example.com',
      password: null,
      serverCertificate: null,
      enabled: false,
      patterns: [{ topic: `plant/{line}/n${++counter}`, tag: '{line}' }],
      nodes: [],
    }),
  // A result as entered: a number, or "below a limit".
  testResult: (input) => {
    for (const one of input['samples'] as Record<string, unknown>[]) one['text'] = `${20 + ++counter}.5`
  },
  // A day of the month is only allowed in a monthly plan.
  pmPlan: (input) => Object.assign(input, { calendarUnit: 'month' }),
  // Shares of a recipe add up to 100 %.
  productStandard: (input) => {
    for (const one of input['mix'] as Record<string, unknown>[]) one['percent'] = 100
  },
  // A day within its own week.
  weeklyWork: (input) => Object.assign(input, { week: '2026-W10', plannedOn: '2026-03-04', state: 'done' }),
  // An action on the tool while it is on no machine.
  toolUse: (input) => Object.assign(input, { kind: 'cleaned', removedAt: null }),
  lineStop: (input) => {
    const from = YESTERDAY + ++counter * 60_000
    Object.assign(input, { startedAt: new Date(from).toISOString(), endedAt: new Date(from + 30_000).toISOString() })
  },
  shiftRotation: (input) =>
    Object.assign(input, { effectiveFrom: `2099-${String((++counter % 12) + 1).padStart(2, '0')}-01` }),
  // The first day determines the month.
  electricBill: (input) => Object.assign(input, { month: `2018-${String((++counter % 12) + 1).padStart(2, '0')}-01` }),
  energyMonth: (input) => Object.assign(input, { month: `2019-${String((++counter % 12) + 1).padStart(2, '0')}-01` }),
  // The base tariff has neither months nor an end, and one price for the whole day.
  electricPrice: (input) =>
    Object.assign(input, {
      layer: 'base',
      effectiveFrom: `2098-${String((++counter % 12) + 1).padStart(2, '0')}-01`,
      effectiveTo: null,
      months: [],
      hours: [],
      windows: [{ from: '00:00', to: '00:00', band: 'normal' }],
    }),
}

/** References that a resource demands although its fields do not: a result belongs to a roll of either kind. */
const requiredQuery: Record<string, readonly string[]> = { testResult: ['jumboRollId'] }

/** A valid input for creating a row; creates the referenced rows first. */
export async function buildSampleInput(
  plant: TestPlant,
  admin: Caller,
  r: Resource,
  depth = 0,
): Promise<Record<string, unknown>> {
  const input = await createRow(plant, admin, getWritableFields(r.fields), r, depth)
  if ('shift' in input && r.fields['shift']?.kind === 'text') input['shift'] = 'early'
  if ('slittingPattern' in input)
    Object.assign(input, { slittingPattern: '5×160 + 2×80' }, 'webWidthMm' in input && { webWidthMm: 3200 })
  special[r.name]?.(input)
  return input
}
async function createRow(
  plant: TestPlant,
  admin: Caller,
  fields: Fields,
  r: Resource,
  depth: number,
): Promise<Record<string, unknown>> {
  const entries: [string, unknown][] = []
  for (const [name, field] of Object.entries(fields) as [string, Field][]) {
    if (field.kind === 'reference') {
      if (field.required || requiredQuery[r.name]?.includes(name))
        entries.push([
          name,
          r.name === 'inlet' ? await createGateway(plant) : await getReferencedId(plant, admin, field.to, depth),
        ])
      continue
    }
    if (field.kind === 'list') {
      entries.push([name, [await createRow(plant, admin, field.of, r, depth + 1)]])
      continue
    }
    if (field.kind === 'custom') {
      entries.push([
        name,
        field.of === 'equipmentValue' ? await ownWorth(plant, admin) : await ownColumns(plant, admin),
      ])
      continue
    }
    const value = (values[field.kind] as (f: Field) => unknown)(field)
    if (value !== undefined) entries.push([name, value])
  }
  return Object.fromEntries(entries)
}
/** The account of a machine that sends readings. */
async function createGateway(plant: TestPlant): Promise<string> {
  const [known] = await plant.query<{ id: string }>(
    `insert into app_user (site_id, id, user_name, account_name, role_id, user_type)
     select 1, gen_random_uuid(), 'gateway', 'Gateway', id, 'service' from role where code = 'GATEWAY'
     on conflict do nothing returning id`,
  )
  return known?.id ?? (await plant.query<{ id: string }>(`select id from app_user where user_name = 'gateway'`))[0]!.id
}
const withColumns = new WeakSet<TestPlant>()
/** Values of custom columns, in an order that a database changes: it sorts keys by length. */
async function ownColumns(plant: TestPlant, admin: Caller): Promise<Record<string, unknown>> {
  const columns = [
    { key: 'warrantyUntil', kind: 'day' },
    { key: 'class', kind: 'choice', choices: [{ key: 'one', zh: '一级', en: 'Class 1' }] },
    { key: 'clearance', kind: 'number', unit: 'mm', decimals: 1 },
    { key: 'leased', kind: 'flag' },
    { key: 'tag', kind: 'text' },
    { key: 'remark', kind: 'text' },
  ] as const
  if (!withColumns.has(plant)) {
    withColumns.add(plant)
    for (const [sortOrder, column] of columns.entries()) {
      const labels = { labelZh: `自有列${sortOrder}`, labelEn: `Own column ${sortOrder}` }
      const answer = await admin.call(customField.endpoints.create, {
        appliesTo: 'equipment',
        sortOrder,
        ...labels,
        ...column,
      } as never)
      if (answer.errno !== '200') throw new Error(`${column.key}: ${answer.errmsg}`)
    }
  }
  return { warrantyUntil: '2028-03-01', class: 'one', clearance: 12.5, leased: false, tag: `T${++counter}` }
}
const withWorth = new WeakSet<TestPlant>()
/** Values of the custom columns with restricted visibility. */
async function ownWorth(plant: TestPlant, admin: Caller): Promise<Record<string, unknown>> {
  if (!withWorth.has(plant)) {
    withWorth.add(plant)
    const answer = await admin.call(customField.endpoints.create, {
      appliesTo: 'equipmentValue',
      key: 'originalValue',
      kind: 'number',
      unit: 'CNY',
      decimals: 1,
      labelZh: '原值',
      labelEn: 'Original value',
    })
    if (answer.errno !== '200') throw new Error(`originalValue: ${answer.errmsg}`)
  }
  return { originalValue: 12.5 }
}
async function createReferencedRow(
  plant: TestPlant,
  admin: Caller,
  target: Resource,
  depth: number,
): Promise<string | undefined> {
  if (target.name === jumboRoll.name) return createDoffedRoll(plant, admin, depth)
  const create = (target.endpoints as unknown as Record<string, Endpoint>)['create']
  // A repair is reported, not created.
  const [call, input] = create
    ? [create, await buildSampleInput(plant, admin, target, depth + 1)]
    : [
        reportRepair,
        {
          equipmentId: await getReferencedId(plant, admin, 'equipment', depth + 1),
          faultKind: 'other',
          severity: 'low',
        },
      ]
  return ((await admin.call(call as Endpoint, input as never)).data as { id: string } | null)?.id
}
/** A doffed jumbo of a product code with a width table: nobody creates a jumbo by hand. */
async function createDoffedRoll(plant: TestPlant, admin: Caller, depth: number): Promise<string> {
  const [lineId, workOrderId, productId] = [
    await getReferencedId(plant, admin, 'line', depth + 1),
    await getReferencedId(plant, admin, 'workOrder', depth + 1),
    await getReferencedId(plant, admin, 'product', depth + 1),
  ]
  const id = createUuid7()
  await plant.query(
    `insert into jumbo_roll (site_id, id, number, state, work_order_id, product_id, line_id, started_at, doffed_at, business_date, length_m)
     values (1, $1, 'S-1', 'uncut', $2, $3, $4, $5, $5, $6, 1000)`,
    [id, workOrderId, productId, lineId, new Date(YESTERDAY).toISOString(), values.day()],
  )
  const none = { itemEn: null, unit: 'mm', low: null, target: null, high: null, required: false, readings: null }
  const items = [{ item: 'width', kind: 'number' as const, ...none }]
  await admin.call(tableTemplate.endpoints.create, { name: 'widths', use: 'codeWidth', productId, items })
  return id
}
const made = new WeakMap<TestPlant, Map<string, string>>()
async function getReferencedId(plant: TestPlant, admin: Caller, to: string, depth: number): Promise<string> {
  const idByResource = made.get(plant) ?? new Map<string, string>()
  made.set(plant, idByResource)
  const existingId = idByResource.get(to)
  if (existingId) return existingId
  if (to === 'user') return admin.userId
  const target = plant.app.resources.get(to)
  if (!target || depth > 5) throw new Error(`no row of ${to} can be made`)
  const [existing] = await plant.query<{ id: string }>(`select id from "${target.table}" limit 1`)
  const id = existing?.id ?? (await createReferencedRow(plant, admin, target, depth))
  if (!id) throw new Error(`no row of ${to} could be made`)
  // The moments of the samples lie on the day before; records are refused if they are older than their order.
  if (to === 'workOrder')
    await plant.query('update work_order set created_at = $2 where id = $1', [id, new Date(YESTERDAY).toISOString()])
  // Records that name the part withdraw it from the store.
  if (to === 'sparePart')
    await admin.call(moveStock, { partId: id, kind: 'in', quantity: 1000, occurredAt: new Date().toISOString() })
  idByResource.set(to, id)
  return id
}
