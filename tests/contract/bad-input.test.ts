import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { splitRoute, type Endpoint } from '@/contract/endpoint'
import type { Field, FieldKind, FieldByKind } from '@/contract/field'
import { createUuid7 } from '@/contract/id'
import { areaContracts } from '@/areas/contracts'
import { getAreaEndpoints } from '@/contract/area'
import { scaleRounds } from '../long'
import { createTestPlant, type Caller, type TestPlant } from '../server/harness'
import { fingerprintTables } from '../server/row-snapshot'

// Every writing call × every field × wrong values of every kind: the call is refused with the field's name and changes nothing.
// Each field gets two wrong values, different from the previous field's; the long run tries them all.
let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
}, 120_000)
afterAll(() => plant.close())

/** Number of wrong values per field. */
const WRONG_VALUES = 2
const long = 'x'.repeat(5000)
const common: unknown[] = [{ a: 1 }, [[1]]]
/** Values that no field of the kind accepts. */
const wrong = {
  text: () => [5, true, long, 'a\0b', '\ud800', ...common],
  note: () => [5, 'x'.repeat(20_001), 'a\0b', ...common],
  integer: () => ['5', 1.5, 1e300, ...common],
  amount: () => ['5', 1e300, 0.123456789012, ...common],
  choice: () => ['neverAnOption', 5, ...common],
  flag: () => ['yes', 2, ...common],
  day: () => ['2026-02-30', '2026-13-01', 'tomorrow', 20260101, ...common],
  moment: () => ['2026-02-30T99:00:00Z', 'now', 5, ...common],
  reference: () => ['not-an-id', "' or 1=1 --", 5, ...common],
  references: () => ['x', ['x'], [5], { a: 1 }],
  image: () => ['x', ['x'], [5], { a: 1 }],
  file: () => ['x', ['x'], [5], { a: 1 }],
  list: () => ['x', [5], ['x'], [{ neverAField: 1 }], { a: 1 }],
  series: (f) => (f.of === 'number' ? ['x', ['x'], [[1, 'x']], [[]], [null], { a: 1 }] : [[[1]], [null], { a: 1 }]),
  custom: () => ['x', 5, [1]],
} satisfies { [K in FieldKind]: (f: FieldByKind<K>) => unknown[] }

const writes = areaContracts
  .flatMap((a) => getAreaEndpoints(a))
  .filter((e) => e.effect !== 'read' && e.body === 'json' && !['session.logout', 'session.login'].includes(e.name))
  // These calls take a query, whose values are always text.
  .filter((e) => splitRoute(e.routes[0]!).method !== 'GET')
const send = (e: Endpoint, input: unknown) => {
  const { method, path } = splitRoute(e.routes[0]!)
  return method === 'DELETE'
    ? admin.raw(method, path, input, { 'content-type': 'application/json' })
    : admin.raw(method, path, input)
}
const fingerprint = () => fingerprintTables(plant.app.db, /^(operation_log|login_log)$/)
/** The wrong values for the `nth` field. */
let nth = 0
function buildWrongValues(field: Field): unknown[] {
  const all = (wrong[field.kind] as (f: Field) => unknown[])(field)
  const from = nth
  nth += WRONG_VALUES
  return scaleRounds(1) > 1 ? all : Array.from({ length: WRONG_VALUES }, (_, i) => all[(from + i) % all.length])
}

describe('bad input', () => {
  let initialFingerprint: unknown
  beforeAll(async () => {
    initialFingerprint = await fingerprint()
  })
  test.each(writes.map((e) => [e.name, e] as const))(
    '%s refuses wrong values field by field',
    async (_name, endpoint) => {
      const let_in: string[] = []
      for (const [name, field] of Object.entries(endpoint.input) as [string, Field][]) {
        for (const value of buildWrongValues(field)) {
          const answer = await send(endpoint, { [name]: value })
          const named = JSON.stringify(answer.data ?? '').includes(`"${name}"`)
          if (!['4013', '4042', '4006'].includes(answer.errno) || !named)
            let_in.push(
              `${name} = ${JSON.stringify(value).slice(0, 40)}: ${answer.status} ${answer.errno} ${answer.errmsg.slice(0, 80)}`,
            )
        }
      }
      const unknown = await send(endpoint, { neverAField: 1 })
      if (!['4013', '4042'].includes(unknown.errno)) let_in.push(`unknown field: ${unknown.errno}`)
      const polluted = await send(endpoint, '{"__proto__":{"isSup":true}}')
      if (polluted.status >= 500 || polluted.errno === '200')
        let_in.push(`__proto__: ${polluted.status} ${polluted.errno}`)
      const finalFingerprint = await fingerprint()
      const was = initialFingerprint
      initialFingerprint = finalFingerprint // what one call changed is not held against the next
      expect(let_in).toEqual([])
      expect(finalFingerprint).toEqual(was)
    },
  )

  test.each(writes.filter((e) => e.input['id']?.required).map((e) => [e.name, e] as const))(
    '%s says that an unknown id does not exist',
    async (_name, endpoint) => {
      const answer = await send(endpoint, { id: createUuid7(), version: 1 })
      expect(['4006', '4042', '6000', '4013']).toContain(answer.errno)
    },
  )

  test('refuses bodies that are no objects, of other types, or too large', async () => {
    const rows: [string, string, Record<string, string>, number[]][] = [
      ['[]', 'array', { 'content-type': 'application/json' }, [200]],
      ['"x"', 'string', { 'content-type': 'application/json' }, [200]],
      ['{', 'broken', { 'content-type': 'application/json' }, [200, 400]],
      ['{}', 'xml type', { 'content-type': 'text/xml' }, [200, 415]],
      ['{}', 'trailing space', { 'content-type': 'application/json \t' }, [200, 415]],
      ['{}', 'odd type', { 'content-type': 'application/ json' }, [200, 415]],
      [`{"name":"${'x'.repeat(10_000_000)}"}`, '10 MB', { 'content-type': 'application/json' }, [413]],
    ]
    for (const [body, what, headers, statuses] of rows) {
      const answer = await admin.raw('POST', '/role/create', body, headers)
      expect(statuses, what).toContain(answer.status)
      expect(answer.errno, what).not.toBe('200')
    }
  })

  test('stores and returns text with markup, quotes and emoji unchanged', async () => {
    const text = `<script>alert(1)</script> '"; drop table app_user; -- 测试 🏭 ${'\u202e'}`
    const made = await admin.raw('POST', '/role/create', { code: 'ODD-1', name: 'odd', note: text })
    expect(made.errno).toBe('200')
    expect((made.data as unknown as { note: string }).note).toBe(text.trim())
  })
})
