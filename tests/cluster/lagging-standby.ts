/** A standby that is 30 s behind answers the reports of two instances; people see their own writes everywhere. */
import { setTimeout as pause } from 'node:timers/promises'
import { repairStatistics } from '@/areas/maintenance/contract/repair-reports'
import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { DATA_AS_OF_HEADER, splitRoute } from '@/contract/endpoint'
import { errno } from '@/contract/errno'
import { startPostgres } from '../postgres.mjs'
import { startStandby } from '../standby'
import { createMachines } from './check-records'
import { callApi, signIn, type Session } from './phones'
import { ADMIN_PASSWORD, MissingComponent, startCluster } from './plant-cluster'

const DELAY_S = 30
/** Time within which the standby must have a write, s: its delay plus a reserve for a busy machine. */
const CATCH_UP_S = 60
const REPORTER_ROLE = 'MAINT'
const FIRST_PASSWORD = 'Changed-once-7'

/** @returns what went wrong; empty if the trial passed */
export async function runLaggingStandbyTrial(): Promise<string[]> {
  const primary = await startPostgres({ durable: true, own: true })
  if (primary.url === null) throw new MissingComponent(primary.why)
  const standby = await startStandby(new URL(primary.url), { recovery_min_apply_delay: `${DELAY_S}s` })
  try {
    if (!standby) throw new MissingComponent('pg_basebackup is not installed (package "postgresql")')
    const cluster = await startCluster({ databaseUrl: primary.url, env: { DATABASE_READ_URL: standby.url } })
    try {
      const [first, second] = cluster.webInstances
      return await compareReaders(first!.url, second!.url)
    } finally {
      await cluster.stop()
    }
  } finally {
    await standby?.stop()
    await primary.stop()
  }
}

async function compareReaders(firstUrl: string, secondUrl: string): Promise<string[]> {
  const problems: string[] = []
  const expectAnswer = (reader: string, actual: Statistics, expected: { reported: number; lags: boolean }): void => {
    const text = `${reader}: ${actual.reported} reported, ${actual.lagS === null ? 'up to date' : `${actual.lagS.toFixed(0)} s old`}`
    process.stdout.write(`${text}\n`)
    const isRight = actual.reported === expected.reported && (actual.lagS !== null) === expected.lags
    if (!isRight) problems.push(`${text}; expected ${expected.reported}, ${expected.lags ? 'lagging' : 'up to date'}`)
  }
  const phone = await signIn(firstUrl, ADMIN_PASSWORD)
  const [machineId] = await createMachines(phone, 1)
  const reader = await createReader(phone)
  const read = (session: Session, url: string): Promise<Statistics> => readStatistics({ ...session, url }, machineId!)
  // The standby does not even have the tables yet.
  expectAnswer('someone else on a new plant', await read(reader, firstUrl), { reported: 0, lags: false })
  await waitUntil(async () => (await read(reader, firstUrl)).lagS !== null)

  const { path, method } = splitRoute(reportRepair.routes[0]!)
  await callApi(phone, method, path, { equipmentId: machineId, faultKind: 'mechanical', severity: 'high' })
  const reportedAt = performance.now()
  const desk = await signIn(secondUrl, ADMIN_PASSWORD)
  for (const [name, url] of [
    ['first', firstUrl],
    ['second', secondUrl],
  ] as const) {
    expectAnswer(`the reporter's phone, ${name} instance`, await read(phone, url), { reported: 1, lags: false })
    expectAnswer(`the reporter's desk, ${name} instance`, await read(desk, url), { reported: 1, lags: false })
    expectAnswer(`someone else, ${name} instance`, await read(reader, url), { reported: 0, lags: true })
  }
  await waitUntil(async () => (await read(reader, secondUrl)).reported === 1)
  process.stdout.write(`someone else sees the report after ${((performance.now() - reportedAt) / 1000).toFixed(0)} s\n`)
  return problems
}

/** Creates a person who reads reports. */
async function createReader(admin: Session): Promise<Session> {
  const { data: roles } = await callApi<{ list: { id: string; code: string }[] }>(admin, 'GET', '/role/index?size=100')
  const roleId = roles.list.find(({ code }) => code === REPORTER_ROLE)?.id
  const account = { userName: 'reader', accountName: 'reader', roleId, password: FIRST_PASSWORD }
  await callApi(admin, 'POST', '/user/verification', { password: ADMIN_PASSWORD })
  await callApi(admin, 'PUT', '/user/create', account)
  const first = await signIn(admin.url, FIRST_PASSWORD, account.userName)
  const passwords = { oldPassword: FIRST_PASSWORD, newPassword: ADMIN_PASSWORD }
  await callApi(first, 'POST', '/user/password', passwords)
  return signIn(admin.url, ADMIN_PASSWORD, account.userName)
}

interface Statistics {
  reported: number
  /** Age of the rows in seconds; null if they are up to date. */
  lagS: number | null
}
async function readStatistics({ url, token }: Session, machineId: string): Promise<Statistics> {
  const { path } = splitRoute(repairStatistics.routes[0]!)
  const answer = await fetch(`${url}/api${path}?by=equipment&equipmentId=${machineId}`, {
    headers: { authorization: token },
  })
  const body = (await answer.json()) as { errno: string; errmsg: string; data: { rows: { breakdowns: number }[] } }
  if (body.errno !== errno.ok) throw new Error(`the report was refused: ${body.errno} ${body.errmsg}`)
  const asOf = answer.headers.get(DATA_AS_OF_HEADER)
  return {
    reported: body.data.rows.reduce((sum, row) => sum + row.breakdowns, 0),
    lagS: asOf === null ? null : (Date.now() - Date.parse(asOf)) / 1000,
  }
}
async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  for (let second = 0; !(await isTrue()); second++) {
    if (second > CATCH_UP_S) throw new Error(`the standby did not catch up within ${CATCH_UP_S} s`)
    await pause(1_000)
  }
}
