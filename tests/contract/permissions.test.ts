import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canCall, splitRoute, type Endpoint } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import { permissionKeys } from '@/contract/menu'
import { testPeople, createTestPlant, type Caller, type TestPlant } from '../server/harness'

// Tests every route × every role × a stranger, generated from the route table: a caller without permission learns and changes nothing.
let plant: TestPlant
const callers = new Map<string, Caller>()
beforeAll(async () => {
  plant = await createTestPlant()
  for (const name of testPeople) callers.set(name, await plant.as(name))
}, 120_000)
afterAll(() => plant.close())

const refusedAs = (answer: { status: number; errno: string }) => answer.status === 401 || answer.errno === '401'
const keysOf = (e: Endpoint): readonly string[] => (typeof e.access === 'string' ? [e.access] : e.access)

/** Stops every call before its work: for all roles but one the test only checks admission. The long run executes them. Returns the undo function. */
function stopBeforeWork({ app }: TestPlant): () => void {
  const run = () => Promise.reject(new Refusal(errno.notFound, 'contract:errors.notFound'))
  const undo = [...app.endpoints.values()].map((bound) => {
    const before = bound.run
    Object.assign(bound, { run })
    return () => Object.assign(bound, { run: before })
  })
  return () => undo.forEach((one) => one())
}

describe('permissions', () => {
  test('every endpoint requires an existing key', () => {
    const known = new Set<string>([...permissionKeys, 'signedIn', 'public'])
    const wrong = [...plant.app.endpoints.values()].filter(
      ({ endpoint }) => !keysOf(endpoint).length || keysOf(endpoint).some((k) => !known.has(k)),
    )
    expect(wrong.map((b) => b.endpoint.name)).toEqual([])
  })

  test('a stranger is refused everywhere except at the sign-in', async () => {
    const let_in: string[] = []
    for (const { endpoint } of plant.app.endpoints.values())
      for (const route of endpoint.routes) {
        const { method, path } = splitRoute(route)
        const answer = await plant.stranger.raw(
          method,
          path,
          method === 'GET' || method === 'DELETE' || method === 'OPTIONS' ? undefined : {},
        )
        if (!refusedAs(answer) || answer.data !== null) let_in.push(endpoint.name)
      }
    expect(let_in.sort()).toEqual([
      'certificate.verified', // whoever holds a certificate sees whether it is valid: certificates/certificates
      'directory.begin',
      'directory.login',
      'directory.offer',
      'kit.ping',
      'lobbyLink.enter', // a screen comes in by its link, once: boards/lobby
      'plantBrand.shown', // the plant's name and logo on the login page: plant/plant-brand
      'session.login',
    ])
  })

  test.each(testPeople)(
    '%s may call exactly what the role holds',
    async (name) => {
      const caller = callers.get(name)!
      const person = await plant.app.authenticate(caller.token, { address: null })
      if (!person || person === 'expired') throw new Error('no session')
      const wrong: string[] = []
      const asBefore = name === 'admin' || process.env['LONG'] ? () => {} : stopBeforeWork(plant)
      for (const { endpoint } of plant.app.endpoints.values()) {
        if (endpoint.name === 'session.logout') continue // it would end the session that the test goes on with
        const allowed = canCall(endpoint.access, person)
        for (const route of endpoint.routes) {
          const { method, path } = splitRoute(route)
          const answer = await caller.raw(
            method,
            path,
            method === 'GET' || method === 'DELETE' || method === 'OPTIONS' ? undefined : {},
          )
          if (allowed === refusedAs(answer) || (!allowed && answer.data !== null))
            wrong.push(`${route}: ${allowed ? 'refused' : 'let in'} (${answer.status} ${answer.errno})`)
          if (answer.status >= 500 || answer.errno === '4500')
            wrong.push(`${route}: ${answer.status} ${answer.errno} ${answer.errmsg}`)
        }
      }
      asBefore()
      expect(wrong).toEqual([])
    },
    120_000,
  )

  // The kit stores the answers of plain writes in the ledger. Each custom write must declare here what a repeated call does; a
  // word after the name says where a test covers it.
  test('every custom write declares its behaviour for a repeated idempotency key', () => {
    const ownEndpoints = [...plant.app.endpoints.values()]
      .filter(({ endpoint }) => endpoint.effect === 'ownTransactions')
      .map(({ endpoint }) => endpoint.name)
      .sort()
    expect(ownEndpoints).toEqual([
      'directory.begin', // each is a flow of its own: access/directory
      'directory.login', // a flow lets in once: access/directory
      'erpOrder.pull', // takes the ERP's orders again, and finds them as they are: orders/erp
      'inlet.certificate', // is made once: telemetry/opcua-security
      'kit.sync', // each command carries its own: kit/sync
      'kit.uploadChunk', // names its place in the file: files/upload
      'kit.uploadStart', // names the file: files/upload
      'lobbyLink.make', // each is a link of its own: boards/lobby
      'orderCost.rows', // works the cost out again, which comes to the same: cost/order-cost
      'serviceToken.create', // each is a token of its own: security/tokens
      'session.factorBegin', // each proposes another secret: security/second-factor
      'session.factorConfirm', // a code opens once: security/second-factor
      'session.factorRemove', // so here
      'session.login', // each is a session of its own
      'session.password', // known again by the new password: access/accounts
      'session.verification', // looked at anew: access/accounts
    ])
  })

  test('a permission removed from a role is gone at the next request', async () => {
    const worker = await plant.as('viewer')
    expect((await worker.raw('POST', '/book/get_equipments', {})).errno).toBe('200')
    const admin = callers.get('admin')!
    const roles = (await admin.raw('GET', '/role/index?size=100')).data as {
      list: { id: string; code: string; version: number; authority: string[] }[]
    }
    const viewer = roles.list.find((r) => r.code === 'VIEWER')!
    const changed = await admin.raw('PUT', '/role/update', { id: viewer.id, version: viewer.version, authority: [] })
    expect(changed.errno).toBe('200')
    expect((await worker.raw('POST', '/book/get_equipments', {})).errno).toBe('401')
    await admin.raw('PUT', '/role/update', { id: viewer.id, version: viewer.version + 1, authority: viewer.authority })
    expect((await worker.raw('POST', '/book/get_equipments', {})).errno).toBe('200')
  })
})
