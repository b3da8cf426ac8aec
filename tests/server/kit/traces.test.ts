import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { createUuid7 } from '@/contract/id'
import { runInSpan, startTraces } from '@/server/traces'
import { createStaffedPlant, createMachine, NOW, sync } from '../plant-staff'

interface ExportedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string } }[]
}
interface ExportRequest {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: ExportedSpan[] }[]
  }[]
}

/** A collector that takes OTLP over HTTP as JSON. */
let collector: Server
let requests: ExportRequest[]
beforeEach(async () => {
  requests = []
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      requests.push(body as ExportRequest)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await new Promise((done) => collector.close(done))
})
const getSpans = () =>
  requests.flatMap((r) => r.resourceSpans.flatMap((s) => s.scopeSpans.flatMap(({ spans }) => spans)))

test('one trace leads from the tap through sync and database to the live sockets', async () => {
  const { port } = collector.address() as AddressInfo
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`)
  vi.stubEnv('OTEL_SERVICE_NAME', 'plant-7')
  const { plant, staff } = await createStaffedPlant()
  const [commandId, occurredAt] = [createUuid7(), new Date(Date.parse(NOW) - 90_000).toISOString()]
  const stopTraces = await startTraces(process.env)
  try {
    const machine = await createMachine(staff)
    const [answer] = await sync(staff['operator-line'], [
      {
        id: commandId,
        op: reportRepair,
        body: { id: createUuid7(), equipmentId: machine.id, faultKind: 'mechanical', severity: 'high' },
        occurredAt,
      },
    ])
    expect(answer).toMatchObject({ status: 'done' })
    await plant.http.inject({
      url: '/api/ping',
      headers: { traceparent: '00-11111111111111111111111111111111-2222222222222222-01' },
    })
  } finally {
    await stopTraces()
    await plant.close()
  }
  const spans = getSpans()
  const trace = spans.filter(({ traceId }) => traceId === commandId.replaceAll('-', ''))
  const tap = trace.find(({ name }) => name === 'tap repair.report')!
  const apply = trace.find(({ name }) => name === 'apply repair.report')!
  expect(Number(BigInt(tap.startTimeUnixNano) / 1_000_000n)).toBe(Date.parse(occurredAt))
  expect(tap.parentSpanId).toBeUndefined()
  expect(apply.parentSpanId).toBe(tap.spanId)
  const statements = trace.filter(({ name }) => name === 'database')
  expect(statements.length).toBeGreaterThan(1)
  expect(statements.every(({ parentSpanId }) => parentSpanId === apply.spanId)).toBe(true)
  expect(statements.some(({ attributes }) => attributes[1]!.value.stringValue!.includes('insert into "repair"'))).toBe(
    true,
  )
  expect(trace.find(({ name }) => name === 'live sockets')!.parentSpanId).toBe(apply.spanId)
  // A caller's own trace goes on.
  const continued = spans.find(({ traceId }) => traceId === '1'.repeat(32))!
  expect(continued.parentSpanId).toBe('2'.repeat(16))
  const { attributes } = requests[0]!.resourceSpans[0]!.resource
  expect(attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'plant-7' } })
})
test('without the variables nothing is sent', async () => {
  const stopTraces = await startTraces({})
  expect(await runInSpan('work', {}, () => Promise.resolve(1))).toBe(1)
  await stopTraces()
  expect(requests).toEqual([])
})
