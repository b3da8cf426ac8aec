import { afterAll, beforeAll, expect, test } from 'vitest'
import { splitRoute, type Endpoint, type ApiRoute } from '@/contract/endpoint'
import type { Field } from '@/contract/field'
import { createUuid7 } from '@/contract/id'
import { equipment } from '@/areas/equipment/contract/equipment'
import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { scaleRounds } from '../../long'
import { pick, seeded } from '../../offline/seeded'
import { createTestPlant, type TestPlant } from '../harness'
import { fingerprintTables } from '../row-snapshot'

// Random bodies over every route, half of them shaped like the call’s input. FUZZ_SEED repeats a run.
const COUNT = scaleRounds(1_000)
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

let plant: TestPlant
let tokens: string[]
let ids: string[]
beforeAll(async () => {
  plant = await createTestPlant()
  const admin = await plant.as('admin')
  tokens = [admin.token, (await plant.as('maint')).token, (await plant.as('viewer')).token]
  const made = await admin.call(equipment.endpoints.create, { code: 'FUZZ-1', name: 'machine' } as never)
  const machine = (made.data as { id: string }).id
  const report = await admin.call(reportRepair, {
    equipmentId: machine,
    faultKind: 'mechanical',
    severity: 'high',
  } as never)
  const roles = await plant.query<{ id: string }>('select id from role limit 3')
  const people = await plant.query<{ id: string }>(`select id from app_user where user_name in ('viewer', 'quality')`)
  ids = [machine, (report.data as { id: string }).id, ...roles.map((r) => r.id), ...people.map((p) => p.id)]
})
afterAll(() => plant.close())

type Random = () => number

const hostile: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1,
  1.5,
  1e21,
  -1e308,
  2 ** 53,
  2 ** 31,
  5e-324,
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\u202e',
  '\ufeff',
  '🏭'.repeat(300),
  'x'.repeat(100_000),
  `'; drop table app_user; --`,
  `' or '1'='1`,
  '%',
  '_',
  '\\',
  '$1',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '2026-02-30',
  '9999-12-31T23:59:59Z',
  '0000-01-01',
  '+275760-09-13T00:00:00.001Z',
  '2026-01-01T00:00:00+99:99',
  '24:00',
  '-infinity',
  'epoch',
  [],
  {},
  [[]],
  [null],
  [{}],
  [1, 'a', null],
  { a: { b: { c: [] } } },
  { length: 5 },
  { toString: 'x' },
  { $ne: null },
  Array.from({ length: 3000 }, (_, i) => i),
  JSON.parse('{"then":"x"}'),
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '=1+1',
  '1e5',
  '0x10',
  '１２',
  '-',
]
/** Returns a plausible value of the field. */
function likely(r: Random, field: Field): unknown {
  switch (field.kind) {
    case 'reference':
      return pick(r, [...ids, createUuid7()])
    case 'references':
    case 'image':
    case 'file':
      return [pick(r, [...ids, createUuid7()])]
    case 'integer':
    case 'amount':
      return pick(r, [0, 1, 2, 10, field.min ?? 1, field.max ?? 100])
    case 'choice':
      return pick(r, field.options)
    case 'flag':
      return r() < 0.5
    case 'day':
      return pick(r, ['2026-03-01', '1900-01-01', '2200-12-31'])
    case 'moment':
      return pick(r, ['2026-03-01T01:02:03.000Z', '1970-01-01T00:00:00Z', '2200-12-31T23:59:59Z'])
    case 'list':
      return [Object.fromEntries(Object.entries(field.of).map(([name, f]) => [name, likely(r, f)]))]
    case 'custom':
      return pick(r, [{}, { a: 1 }, { ['k'.repeat(65)]: 1 }])
    default:
      return pick(r, ['T1', '测试', 'a-b_c', '08:00', '13800000000', `n${Math.floor(r() * 1e6)}`])
  }
}
function bodyFor(r: Random, endpoint: Endpoint): unknown {
  if (r() < 0.15) return pick(r, hostile)
  const body: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(endpoint.input)) {
    const dice = r()
    if (field.required ? dice < 0.03 : dice < 0.3) continue
    body[name] = dice > 0.9 ? pick(r, hostile) : likely(r, field as Field)
  }
  if (r() < 0.1)
    body[pick(r, ['neverAField', '__proto__', 'constructor', 'site_id', 'siteId', 'isSup', 'createdBy', ''])] = pick(
      r,
      hostile,
    )
  return body
}
/** Serializes to JSON and sometimes damages it. */
function wireOf(r: Random, body: unknown): string {
  const text = JSON.stringify(body) ?? ''
  const dice = r()
  if (dice < 0.03) return text.slice(0, Math.floor(r() * text.length))
  if (dice < 0.05) return `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  if (dice < 0.06) return text.replace('{', '{"__proto__":{"isSup":true},')
  if (dice < 0.07) return `${text}${text}`
  if (dice < 0.08) return text.replace(/\d/g, '9'.repeat(400))
  return text
}
interface Shot {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string
}
function shotAt(r: Random, endpoint: Endpoint, route: ApiRoute): Shot {
  const { method, path } = splitRoute(route)
  const root = r() < 0.2 ? '/socket' : '/api'
  const headers: Record<string, string> = { 'accept-language': pick(r, ['zh', 'en', 'fr, *;q=0', 'x'.repeat(50)]) }
  if (endpoint.access !== 'public' || r() < 0.5)
    headers['authorization'] = r() < 0.05 ? 'nobody' : r() < 0.7 ? tokens[0]! : pick(r, tokens)
  if (r() < 0.1) headers['idempotency-key'] = pick(r, [createUuid7(), ids[0]!, 'no-uuid', ''])
  const body = bodyFor(r, endpoint)
  if (method !== 'GET' && method !== 'OPTIONS' && (method !== 'DELETE' || r() < 0.5)) {
    headers['content-type'] =
      r() < 0.9
        ? endpoint.body === 'raw'
          ? 'application/octet-stream'
          : 'application/json'
        : pick(r, [
            'text/plain',
            'application/json; charset=x',
            'multipart/form-data; boundary=x',
            'application/octet-stream',
          ])
    return { method, url: `${root}${path}`, headers, payload: wireOf(r, body) }
  }
  const pairs =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : [['x', body] as const]
  const well = (v: unknown) =>
    String(typeof v === 'object' ? JSON.stringify(v) : v)
      .toWellFormed()
      .slice(0, 3000)
  return {
    method,
    url: `${root}${path}?${pairs.map(([k, v]) => `${encodeURIComponent(k)}=${encodeURIComponent(well(v))}`).join('&')}`,
    headers,
  }
}

const bystanders = /^(login_log|login_failure|session|stored_file|operation_log)$/
test(`${COUNT} random bodies cause no server error, and refused ones leave no trace (seed ${seed})`, async () => {
  process.stdout.write(`fuzz seed ${seed}\n`)
  const r = seeded(seed)
  const calls = [...plant.app.endpoints.values()]
    .map((b) => b.endpoint)
    .filter((e) => e.name !== 'session.logout' && e.name !== 'session.password')
  const fingerprintState = () => fingerprintTables(plant.app.db, bystanders)
  const errors: string[] = []
  const outcomes = { done: 0, refused: 0 }
  for (let fired = 0; fired < COUNT;) {
    const stateBefore = await fingerprintState()
    let changed = 0
    for (let i = 0; i < 25; i++, fired++) {
      const endpoint = pick(r, calls)
      const shot = shotAt(r, endpoint, pick(r, endpoint.routes))
      const answer = await plant.http
        .inject({ ...shot, method: shot.method as 'GET' })
        .catch((error: Error) => ({ statusCode: 599, body: error.message }))
      const errno = /"errno":"(\w+)"/.exec(answer.body.slice(0, 60))?.[1] ?? ''
      if (answer.statusCode >= 500 || errno === '4500')
        errors.push(
          `${endpoint.name}: ${answer.statusCode} ${answer.body.slice(0, 100)} for ${JSON.stringify(shot).slice(0, 600)}`,
        )
      const done = answer.statusCode === 200 && (errno === '200' || errno === '')
      outcomes[done ? 'done' : 'refused']++
      if (done && endpoint.effect !== 'read') changed++
    }
    if (!changed) expect(await fingerprintState(), `shots ${fired - 25} to ${fired}`).toEqual(stateBefore)
  }
  process.stdout.write(`${outcomes.done} done, ${outcomes.refused} refused\n`)
  expect(errors.slice(0, 10)).toEqual([])
  // Otherwise the test would not have tested anything.
  expect(outcomes.done).toBeGreaterThan(COUNT / 50)
  expect(outcomes.refused).toBeGreaterThan(COUNT / 4)
  expect((await plant.http.inject({ url: '/api/ping' })).statusCode).toBe(200)
}, 600_000)
