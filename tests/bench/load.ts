/** Puts load on a server from its own process: `load.ts <order as JSON>`; prints a `LoadResult` as JSON. */
import autocannon from 'autocannon'
import { createUuid7 } from '@/contract/id'
import { LINES, lineId, machineId } from './plant-rows'

export type Scenario = 'bare' | 'bareCreate' | 'firstPage' | 'otherFilter' | 'deepPage' | 'create'
export interface LoadOrder {
  url: string
  token: string
  scenario: Scenario
  seconds: number
  connections: number
  machines: number
}
export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
  ok: number
  failed: number
}

const PAGE_SIZE = 50
const pickBelow = (limit: number) => Math.floor(Math.random() * limit)
type Request = { method?: 'GET' | 'POST'; path: string; body?: string; headers?: Record<string, string> }

const createCheck = (machines: number) => ({
  equipmentId: machineId(pickBelow(machines)),
  occurredAt: new Date(Date.now() - 60_000).toISOString(),
  result: 'ok',
  items: [{ item: 'Oil level', result: 'ok', value: 3.5, unit: 'mm' }],
  note: 'Round of the shift',
})

/** Each request of a scenario; pages iterate over the equipment ledger. */
const requests: Record<Scenario, (order: LoadOrder) => Request> = {
  bare: ({ machines }) => ({ path: `/?line=${lineId(pickBelow(Math.min(LINES, machines)))}` }),
  bareCreate: ({ machines }) => ({ method: 'POST', path: '/', body: JSON.stringify(createCheck(machines)) }),
  firstPage: () => ({ path: `/api/book/get_all?size=${PAGE_SIZE}` }),
  // A random line, class and direction: 2,400 lists, twice the size of the cache
  otherFilter: () => ({
    path: `/api/book/get_all?size=${PAGE_SIZE}&lineId=${lineId(pickBelow(LINES))}&sort=${['code', '-code'][pickBelow(2)]}&criticality=${['A', 'B', 'A,B'][pickBelow(3)]}`,
  }),
  deepPage: ({ machines }) => {
    const n = pickBelow(machines - PAGE_SIZE)
    return {
      path: `/api/book/get_all?size=${PAGE_SIZE}&after=${Buffer.from(JSON.stringify([`M-${String(n).padStart(6, '0')}`, machineId(n)])).toString('base64url')}`,
    }
  },
  create: ({ machines }) => ({
    method: 'POST',
    path: '/api/book/add_onedete',
    headers: { 'content-type': 'application/json', 'idempotency-key': createUuid7(Date.now()) },
    body: JSON.stringify(createCheck(machines)),
  }),
}

export async function putLoad(order: LoadOrder): Promise<LoadResult> {
  let refused = 0
  const result = await autocannon({
    url: order.url,
    connections: order.connections,
    duration: order.seconds,
    headers: { authorization: order.token },
    requests: [
      { setupRequest: (request: object) => ({ ...request, ...addDefaults(requests[order.scenario](order), order) }) },
    ] as never,
    verifyBody: (body: unknown) => {
      const isAnswered = order.scenario.startsWith('bare') || String(body).startsWith('{"errno":"200"')
      if (!isAnswered && refused++ === 0) process.stderr.write(`${String(body).slice(0, 300)}\n`)
      return isAnswered
    },
  } as never)
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    ok: result['2xx'] - refused,
    failed: result.non2xx + result.errors + refused,
  }
}
const addDefaults = (request: Request, { token }: LoadOrder) => ({
  method: 'GET',
  ...request,
  headers: { authorization: token, ...request.headers },
})

if (process.argv[1]?.endsWith('load.ts'))
  process.stdout.write(JSON.stringify(await putLoad(JSON.parse(process.argv[2]!) as LoadOrder)))
