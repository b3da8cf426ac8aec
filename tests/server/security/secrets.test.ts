import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { createUuid7 } from '@/contract/id'
import { PASSWORD, createTestPlant, type Caller, type TestPlant } from '../harness'

// Checks all server output during sign-ins, password changes, refusals and errors: it contains no secret.
let plant: TestPlant
let admin: Caller
const lines: string[] = []
const secrets = {
  first: 'First-secret-1',
  second: 'Second-secret-2',
  reset: 'Reset-secret-3',
  wrong: 'Wrong-secret-4',
  typed: 'Typed-in-the-name-5',
}
beforeAll(async () => {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString('utf8'))
      done()
    },
  })
  plant = await createTestPlant({ log: pino({ level: 'trace' }, sink) })
  admin = await plant.as('admin')
})
afterAll(() => plant.close())

test('log, audit log, ledger and answers contain no password, token or hash', async () => {
  const roles = (await admin.raw('GET', '/role/index?size=100')).data as { list: { id: string; code: string }[] }
  const answers: string[] = []
  const sendCall = async (
    who: Caller,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => {
    const answer = await who.raw(method, path, body, headers)
    answers.push(answer.bytes.toString('utf8'))
    return answer
  }
  const key = () => ({ 'content-type': 'application/json', 'idempotency-key': createUuid7() })
  const made = await sendCall(
    admin,
    'PUT',
    '/user/create',
    {
      userName: 'secretive',
      accountName: 's',
      roleId: roles.list.find((r) => r.code === 'MAINT')!.id,
      password: secrets.first,
    },
    key(),
  )
  expect(made.errno).toBe('200')
  const login = await plant.stranger.raw('POST', '/user/login', { username: 'secretive', password: secrets.first })
  const { token } = login.data as { token: string }
  const headers = { 'content-type': 'application/json', authorization: token }
  await sendCall(plant.stranger, 'POST', '/user/login', { username: 'secretive', password: secrets.wrong })
  await sendCall(plant.stranger, 'POST', '/user/login', { username: 'secretive', password: { a: secrets.wrong } })
  await sendCall(plant.stranger, 'POST', '/user/login', `{"username":"secretive","password":"${secrets.wrong}"`, {
    'content-type': 'application/json',
  })
  await sendCall(plant.stranger, 'POST', `/user/login?password=${secrets.wrong}`, {})
  expect(
    (
      await sendCall(
        plant.stranger,
        'POST',
        '/user/password',
        { oldPassword: secrets.first, newPassword: secrets.second },
        { ...headers, 'idempotency-key': createUuid7() },
      )
    ).errno,
  ).toBe('200')
  expect(
    (
      await sendCall(
        plant.stranger,
        'POST',
        '/user/verification',
        { password: secrets.second },
        { ...headers, 'idempotency-key': createUuid7() },
      )
    ).errno,
  ).toBe('200')
  await sendCall(plant.stranger, 'POST', '/user/verification', { password: secrets.wrong }, headers)
  expect(
    (
      await sendCall(
        admin,
        'POST',
        '/user/reset_password',
        { id: (made.data as unknown as { id: string }).id, password: secrets.reset },
        key(),
      )
    ).errno,
  ).toBe('200')
  await sendCall(admin, 'POST', '/user/reset_password', { id: createUuid7(), password: secrets.wrong })
  await sendCall(admin, 'POST', '/user/reset_password', {
    id: `'`,
    password: secrets.wrong,
    neverAField: secrets.wrong,
  })
  await sendCall(admin, 'POST', '/upload_start', { id: createUuid7(), sha256: 'x', size: 5, mime: 'image/png' })
  await plant.query('alter table credential rename to credential_gone') // causes a server error with full details
  const failed = await sendCall(plant.stranger, 'POST', '/user/login', { username: 'admin', password: secrets.wrong })
  await plant.query('alter table credential_gone rename to credential')
  expect(failed.errno).toBe('4500')
  expect(failed.bytes.toString('utf8')).not.toMatch(/credential|relation|at \w+ \(/)

  const hashes = (await plant.query<{ hash: string }>('select hash from credential')).map((r) => r.hash)
  const tokenHashes = (await plant.query<{ token_hash: string }>('select token_hash from session')).map(
    (r) => r.token_hash,
  )
  const searchedSecrets = [PASSWORD, ...Object.values(secrets), token, admin.token, ...hashes, ...tokenHashes]
  const tables = (
    await plant.query<{ t: string }>(
      `select (select string_agg(o::text, ' ') from operation_log o) || (select string_agg(s::text, ' ') from sync_op s) || coalesce((select string_agg(l::text, ' ') from login_log l), '') as t`,
    )
  )[0]!.t
  const log = lines.join('')
  expect(log).toContain('a request failed') // proves that the log is written
  const failureLine = log.split('\n').find((line) => line.includes('a request failed'))!
  expect((JSON.parse(failureLine) as { reqId: string }).reqId).toBe(failed.headers['x-request-id'])
  expect(log).toContain('session.login')
  const leaks = searchedSecrets.flatMap((secret) =>
    Object.entries({ log, tables, answers: answers.join('') })
      .filter(([, text]) => text.includes(secret))
      .map(([where]) => `${where}: ${secret.slice(0, 14)}`),
  )
  expect(leaks).toEqual([])
})

test('the request hash in the ledger reveals nothing about its password', async () => {
  const id = (await plant.query<{ id: string }>(`select id from app_user where user_name = 'viewer'`))[0]!.id
  const key = createUuid7()
  const body = { id, password: 'Guess-me-9-times' }
  expect(
    (
      await admin.raw('POST', '/user/reset_password', body, {
        'content-type': 'application/json',
        'idempotency-key': key,
      })
    ).errno,
  ).toBe('200')
  const [row] = await plant.query<{ request_hash: string }>('select request_hash from sync_op where op_id = $1', [key])
  const guess = (input: object) =>
    createHash('sha256').update('user.resetPassword').update('\0').update(JSON.stringify(input)).digest('hex')
  expect(row!.request_hash).not.toBe(guess(body))
  expect(row!.request_hash).toBe(guess({ id }))
})
