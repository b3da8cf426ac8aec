/** Helpers of the area tests: signed-in staff, machines, spare parts, and commands sent as a phone sends them. */
import { createUuid7 } from '@/contract/id'
import { equipment } from '@/areas/equipment/contract/equipment'
import { line } from '@/plant/contract/line'
import { repair } from '@/areas/maintenance/contract/repair'
import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { sparePart, moveStock } from '@/areas/spareParts/contract/spare-part'
import type { SyncAnswer } from '@/contract/sync'
import type { Row } from '@/contract/resource'
import type { Job } from '@/server/area'
import type { Context, Query } from '@/server/context'
import type { Sql } from '@/server/sql'
import { JobRunner } from '@/server/jobs/job-runner'
import { createTestPlant, type Answer, type Caller, type PlantOptions, type TestPlant } from './harness'

/** The time of the test clock: a Friday at 10:00 in Shanghai, in the early shift. */
export const NOW = '2026-11-20T02:00:00.000Z'
/** Converts a plant time (Shanghai, default 20 November 2026) to ISO. */
export const plantTime = (time: string, day = '2026-11-20'): string => new Date(`${day}T${time}:00+08:00`).toISOString()

const staffNames = [
  'maint',
  'maint-lead',
  'prod-lead',
  'operator-line',
  'quality',
  'viewer',
  'manager',
  'admin',
] as const
export type Staff = Record<(typeof staffNames)[number], Caller>
export async function createStaffedPlant(options?: PlantOptions): Promise<{ plant: TestPlant; staff: Staff }> {
  const plant = await createTestPlant(options)
  plant.clock.set(NOW)
  const callers = await Promise.all(staffNames.map((name) => plant.as(name)))
  return { plant, staff: Object.fromEntries(staffNames.map((name, i) => [name, callers[i]])) as Staff }
}

/** Returns the data of a successful answer. @throws if the errno is not 200 */
export function expectOk<T>(answer: Answer<T>): T {
  if (answer.errno !== '200') throw new Error(`${answer.errno} ${answer.errmsg}`)
  return answer.data
}
let serial = 0
export async function createMachine(staff: Staff): Promise<Row<typeof equipment>> {
  serial += 1
  const createdLine = expectOk(
    await staff['maint-lead'].call(line.endpoints.create, {
      code: `L-${serial}`,
      name: `纺粘${serial}号线`,
      kind: 'spunbond',
    }),
  )
  return expectOk(
    await staff['maint-lead'].call(equipment.endpoints.create, {
      code: `M-${serial}`,
      name: `计量泵${serial}`,
      lineId: createdLine.id,
    }),
  )
}
export const reportFault = async (staff: Staff, overrides: Record<string, unknown> = {}): Promise<Row<typeof repair>> =>
  expectOk(
    await staff['operator-line'].call(reportRepair, {
      equipmentId: (overrides['equipmentId'] as string | undefined) ?? (await createMachine(staff)).id,
      faultKind: 'mechanical',
      severity: 'high',
      ...overrides,
    }),
  )
export async function createPart(
  staff: Staff,
  quantity: number,
  overrides: Record<string, unknown> = {},
): Promise<Row<typeof sparePart>> {
  serial += 1
  const part = expectOk(
    await staff['maint-lead'].call(sparePart.endpoints.create, {
      code: `P-${serial}`,
      name: `轴承${serial}`,
      unit: '个',
      minimum: 2,
      ...overrides,
    }),
  )
  if (quantity)
    expectOk(await staff['maint-lead'].call(moveStock, { partId: part.id, kind: 'in', quantity, occurredAt: NOW }))
  return part
}

export interface PhoneOp {
  op: { readonly name: string }
  body: object
  baseVersion?: number | null
  occurredAt?: string
  id?: string
}
let seq = 0
/** Sends commands as a phone does. @param sentAt time on the phone's clock @returns one answer per command */
export async function sync(caller: Caller, ops: PhoneOp[], sentAt = NOW): Promise<SyncAnswer[]> {
  const commands = ops.map(({ op, ...rest }) => ({
    id: createUuid7(Date.now()),
    userId: caller.userId,
    clientId: 'phone',
    seq: seq++,
    schemaVersion: 1,
    occurredAt: NOW,
    ...rest,
    op: op.name,
  }))
  return (
    (await caller.raw('POST', '/sync', { sentAt, ops: commands })) as unknown as { data: { answers: SyncAnswer[] } }
  ).data.answers
}
/** Runs a server job now. @throws if the job fails */
export async function runJob(plant: TestPlant, name: string): Promise<void> {
  const job = plant.app.jobs.find((j) => j.name === name) as Job
  await new JobRunner(plant.app).runJob(job)
  await plant.query('insert into job_run (site_id, job) values (1, $1) on conflict do nothing', [name])
}
/** Returns an array that receives every notice the server publishes from now on. */
export function collectNotices(plant: TestPlant): {
  notice: string
  id: string
  title: Record<'zh' | 'en', string>
  keys: readonly string[]
  to?: readonly string[]
  notTo?: string | null
}[] {
  const notices: ReturnType<typeof collectNotices> = []
  plant.app.changes.subscribe((_resources, published) => notices.push(...published))
  return notices
}
export const fetchRow = async <R = Record<string, unknown>>(plant: TestPlant, table: string, id: string): Promise<R> =>
  (await plant.query<R>(`select * from ${table} where id = $1`, [id]))[0]!
export const countRows = async (
  plant: TestPlant,
  table: string,
  where = 'true',
  values: unknown[] = [],
): Promise<number> =>
  (await plant.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`, values))[0]!.n
/** Runs a job and calls `interrupt` once, right after the first statement that matches `after`. @throws if the job fails or no statement matches */
export async function runJobWithInterruption(
  plant: TestPlant,
  name: string,
  { after, interrupt }: { readonly after: RegExp; readonly interrupt: () => Promise<unknown> },
): Promise<void> {
  const job = plant.app.jobs.find((j) => j.name === name) as Job
  let isInterrupted = false
  const run = (ctx: Context) => {
    const query = (async (statement: string | Sql, values?: readonly unknown[]) => {
      const rows = await ctx.query(statement as string, values)
      if (!isInterrupted && after.test(typeof statement === 'string' ? statement : statement.text)) {
        isInterrupted = true
        await interrupt()
      }
      return rows
    }) as Query
    return job.run({ ...ctx, query })
  }
  await new JobRunner(plant.app).runJob({ ...job, run })
  const [jobRun] = await plant.query<{ error: string | null }>('select error from job_run where job = $1', [name])
  if (!isInterrupted || jobRun?.error)
    throw new Error(`${name}: ${jobRun?.error ?? `no statement matched ${after.source}`}`)
}
