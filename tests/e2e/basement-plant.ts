import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Api, PASSWORD } from './app'
import { RealServer } from './server'

interface Row {
  id: string
  version: number
}
interface RoleRow extends Row {
  code: string
}
type List<T> = { total: number; list: T[] }
export interface Plant {
  machineId: string
  planId: string
  planName: string
  partId: string
  /** User ids by user name. */
  people: Readonly<Record<string, string>>
}

/** Stock before the story starts, pcs. */
export const INITIAL_STOCK = 10
const FIRST_PASSWORD = 'First-2026-basement'
const roleCodes = { maint: 'MAINT', 'maint-lead': 'MAINT-LEAD', manager: 'MANAGER', 'prod-lead': 'PROD-LEAD' } as const

/** Starts a server with an empty plant. Its administrator has the same password as all other accounts. */
export async function startEmptyPlant(): Promise<RealServer> {
  return RealServer.start({
    dataDir: await mkdtemp(join(tmpdir(), 'mes-basement-')),
    embedded: true,
    env: { DEMO: '0', ADMIN_PASSWORD: PASSWORD },
  })
}

/** Enters the data of the story as an administrator: a line with three machines, an open round, a part, four people. */
export async function furnishPlant(server: RealServer): Promise<Plant> {
  const admin = await Api.signIn(server, 'admin')
  const userIds = await createPeople(server, admin)
  const line = await admin.call<Row>('POST', '/plant/line', {
    code: 'L2',
    name: '二号线',
    nameEn: 'Line 2',
    kind: 'spunbond',
  })
  const machines: Row[] = []
  for (const [code, name, nameEn] of [
    ['M-204', '热油泵', 'Hot oil pump'],
    ['M-205', '循环风机', 'Circulation fan'],
    ['M-206', '换热器', 'Heat exchanger'],
  ] as const) {
    machines.push(
      await admin.call<Row>('POST', '/book/add_equ', { code, name, nameEn, lineId: line.id, category: 'thermalOil' }),
    )
  }
  const plan = await admin.call<Row & { name: string }>(
    'POST',
    '/book/add_polling',
    createPlan(
      machines.map(({ id }) => id),
      line.id,
      userIds['maint'] ?? '',
    ),
  )
  const part = await admin.call<Row>('POST', '/spare/part', {
    code: 'BRG-6204',
    name: '深沟球轴承',
    unit: '只',
    location: 'A-01',
    minimum: 2,
  })
  await admin.call('POST', '/spare/move', {
    partId: part.id,
    kind: 'in',
    quantity: INITIAL_STOCK,
    reason: 'first stock',
    occurredAt: new Date().toISOString(),
  })
  return { machineId: machines[0]?.id ?? '', planId: plan.id, planName: plan.name, partId: part.id, people: userIds }
}

async function createPeople(server: RealServer, admin: Api): Promise<Record<string, string>> {
  const roles = await admin.call<List<RoleRow>>('GET', '/role/index', { size: '100' })
  const ids: Record<string, string> = {}
  for (const [userName, code] of Object.entries(roleCodes)) {
    const roleId = roles.list.find((role) => role.code === code)?.id
    const { id } = await admin.call<Row>('PUT', '/user/create', {
      userName,
      accountName: userName,
      roleId,
      password: FIRST_PASSWORD,
    })
    const userApi = await Api.signIn(server, userName, FIRST_PASSWORD)
    await userApi.call('POST', '/user/password', { oldPassword: FIRST_PASSWORD, newPassword: PASSWORD })
    ids[userName] = id
  }
  return ids
}

/** Creates a plan with three points. Its only round of the day is due within minutes and can be started now. */
function createPlan(machineIds: readonly string[], lineId: string, userId: string): object {
  const due = new Date(Date.now() + 3 * 60_000)
  const dueTime = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Shanghai',
    hour: '2-digit',
    minute: '2-digit',
  }).format(due)
  const items = machineIds.flatMap((_, n) => [
    { pointKey: `p${n + 1}`, key: `p${n + 1}a`, label: '无泄漏', labelEn: 'No leak', kind: 'okNotOk' },
    ...(n === 0
      ? [
          {
            pointKey: 'p1',
            key: 'p1b',
            label: '出口压力',
            labelEn: 'Outlet pressure',
            kind: 'number',
            unit: 'bar',
            low: 2,
            high: 6,
          },
        ]
      : []),
  ])
  return {
    name: '地下室巡检',
    lineId,
    frequency: 'daily',
    times: [{ at: dueTime }],
    minutesBefore: 60,
    minutesAfter: 120,
    validFrom: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
    userIds: [userId],
    points: machineIds.map((equipmentId, n) => ({ key: `p${n + 1}`, equipmentId })),
    items,
  }
}
