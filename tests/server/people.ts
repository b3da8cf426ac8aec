/** What the tests of the areas share: a line with a machine, people signed in, commands as a phone sends them. */
import { createUuid7 } from '@/contract/id'
import { equipment } from '@/areas/equipment/contract/equipment'
import { line } from '@/plant/contract/line'
import { repair } from '@/areas/maintenance/contract/repair'
import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { sparePart, moveStock } from '@/areas/maintenance/contract/spare-part'
import type { SyncAnswer } from '@/contract/sync'
import type { Row } from '@/contract/resource'
import type { Job } from '@/server/area'
import type { Context, Query } from '@/server/context'
import type { Sql } from '@/server/sql'
import { JobRunner } from '@/server/jobs/job-runner'
import { testPlant, type Answer, type Caller, type TestPlant } from './harness'

/** A Friday morning: 10:00 in Shanghai, early shift. */
export const NOW = '2026-11-20T02:00:00.000Z'
/** A moment of that day on the plant's clock. */
export const at = (time: string, day = '2026-11-20'): string => new Date(`${day}T${time}:00+08:00`).toISOString()

const names = ['maint', 'maint-lead', 'prod-lead', 'operator-line', 'quality', 'viewer', 'manager', 'admin'] as const
export type Staff = Record<(typeof names)[number], Caller>
export async function staffed(): Promise<{ plant: TestPlant; staff: Staff }> {
  const plant = await testPlant()
  plant.clock.set(NOW)
  const callers = await Promise.all(names.map((name) => plant.as(name)))
  return { plant, staff: Object.fromEntries(names.map((name, i) => [name, callers[i]])) as Staff }
}

/** The data of an answer that must be a success. */
export function good<T>(answer: Answer<T>): T {
  if (answer.errno !== '200') throw new Error(`${answer.errno} ${answer.errmsg}`)
  return answer.data
}
let serial = 0
export async function newMachine(staff: Staff): Promise<Row<typeof equipment>> {
  serial += 1
  const place = good(
    await staff['maint-lead'].call(line.endpoints.create, {
      code: `L-${serial}`,
      name: `纺粘${serial}号线`,
      kind: 'spunbond',
    }),
  )
  return good(
    await staff['maint-lead'].call(equipment.endpoints.create, {
      code: `M-${serial}`,
      name: `计量泵${serial}`,
      lineId: place.id,
    }),
  )
}
export const newReport = async (staff: Staff, more: Record<string, unknown> = {}): Promise<Row<typeof repair>> =>
  good(
    await staff['operator-line'].call(reportRepair, {
      equipmentId: (more['equipmentId'] as string | undefined) ?? (await newMachine(staff)).id,
      faultKind: 'mechanical',
      severity: 'high',
      ...more,
    }),
  )
export async function newPart(
  staff: Staff,
  quantity: number,
  more: Record<string, unknown> = {},
): Promise<Row<typeof sparePart>> {
  serial += 1
  const part = good(
    await staff['maint-lead'].call(sparePart.endpoints.create, {
      code: `P-${serial}`,
      name: `轴承${serial}`,
      unit: '个',
      minimum: 2,
      ...more,
    }),
  )
  if (quantity)
    good(await staff['maint-lead'].call(moveStock, { partId: part.id, kind: 'in', quantity, occurredAt: NOW }))
  return part
}

export interface Op {
  op: { readonly name: string }
  body: object
  baseVersion?: number | null
  occurredAt?: string
  id?: string
}
let seq = 0
/** Commands as a phone sends them, each with its answer. `sentAt` is what the phone's clock shows. */
export async function sync(caller: Caller, ops: Op[], sentAt = NOW): Promise<SyncAnswer[]> {
  const sent = ops.map(({ op, ...rest }) => ({
    id: createUuid7(Date.now()),
    userId: caller.userId,
    clientId: 'phone',
    seq: seq++,
    schemaVersion: 1,
    occurredAt: NOW,
    ...rest,
    op: op.name,
  }))
  return ((await caller.raw('POST', '/sync', { sentAt, ops: sent })) as unknown as { data: { answers: SyncAnswer[] } })
    .data.answers
}
/** Runs a job of the server now. A job that fails fails the test. */
export async function runJob(plant: TestPlant, name: string): Promise<void> {
  const job = plant.app.jobs.find((j) => j.name === name) as Job
  await new JobRunner(plant.app).runOne(job)
  await plant.query('insert into job_run (site_id, job) values (1, $1) on conflict do nothing', [name])
}
/** Notices that the server tells signed-in people from now on. */
export function notices(plant: TestPlant): {
  notice: string
  id: string
  title: Record<'zh' | 'en', string>
  keys: readonly string[]
  to?: readonly string[]
  notTo?: string | null
}[] {
  const heard: ReturnType<typeof notices> = []
  plant.app.changes.subscribe((_resources, told) => heard.push(...told))
  return heard
}
export const rowOf = async <R = Record<string, unknown>>(plant: TestPlant, table: string, id: string): Promise<R> =>
  (await plant.query<R>(`select * from ${table} where id = $1`, [id]))[0]!
export const countOf = async (
  plant: TestPlant,
  table: string,
  where = 'true',
  values: unknown[] = [],
): Promise<number> =>
  (await plant.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`, values))[0]!.n
/** The same of a job that writes in transactions of its own: `meanwhile` happens once, right after its first statement that matches. */
export async function runJobBeside(
  plant: TestPlant,
  name: string,
  { after, meanwhile }: { readonly after: RegExp; readonly meanwhile: () => Promise<unknown> },
): Promise<void> {
  const job = plant.app.jobs.find((j) => j.name === name) as Job
  let left = 1
  const run = (ctx: Context) => {
    const query = (async (statement: string | Sql, values?: readonly unknown[]) => {
      const rows = await ctx.query(statement as string, values)
      if (left > 0 && after.test(typeof statement === 'string' ? statement : statement.text)) {
        left -= 1
        await meanwhile()
      }
      return rows
    }) as Query
    return job.run({ ...ctx, query })
  }
  await new JobRunner(plant.app).runOne({ ...job, run })
  const [how] = await plant.query<{ error: string | null }>('select error from job_run where job = $1', [name])
  if (left > 0 || how?.error) throw new Error(`${name}: ${how?.error ?? `no statement matched ${after.source}`}`)
}
