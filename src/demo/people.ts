import { department } from '@/areas/access/contract/role'
import { teams, user } from '@/areas/access/contract/user'
import { DAY_MS } from '@/plant/rules/plant-time'
import { demoAccounts, type RoleCode } from './accounts'
import { toBatch, buildStamps, type RowBatch, type RowDraft } from './draft'
import type { Era } from './era'
import { familyNames, femaleNames, maleNames } from './person-names'
import type { Dice } from './random'

/** A person's job in the plant; several jobs share a role. */
export type Trade =
  | 'manager'
  | 'lead'
  | 'squadLeader'
  | 'line'
  | 'slit'
  | 'shiftMaint'
  | 'mechanic'
  | 'electrician'
  | 'maintLead'
  | 'stores'
  | 'quality'
  | 'qualityLead'
  | 'office'
export type Team = (typeof teams)[number]
export interface DemoWorker {
  readonly id: string
  readonly name: string
  readonly userName: string
  readonly trade: Trade
  readonly team: Team | null
}

interface JobPosition {
  trade: Trade
  role: RoleCode
  department: string
  perTeam?: boolean
  count: number
  account?: string
}
/** 62 people: 48 on the four teams and 14 on day work. */
const jobPositions: readonly JobPosition[] = [
  { trade: 'manager', role: 'MANAGER', department: '厂部', count: 1, account: 'manager' },
  { trade: 'lead', role: 'PROD-LEAD', department: '生产部', count: 2, account: 'prod-lead' },
  { trade: 'squadLeader', role: 'OPERATOR-LINE', department: '主线车间', count: 1, perTeam: true },
  { trade: 'line', role: 'OPERATOR-LINE', department: '主线车间', count: 5, perTeam: true, account: 'operator-line' },
  { trade: 'slit', role: 'OPERATOR-SLIT', department: '分切车间', count: 4, perTeam: true, account: 'operator-slit' },
  { trade: 'shiftMaint', role: 'MAINT', department: '设备部', count: 1, perTeam: true },
  { trade: 'quality', role: 'QUALITY', department: '质量部', count: 1, perTeam: true, account: 'quality' },
  { trade: 'mechanic', role: 'MAINT', department: '机修组', count: 3, account: 'maint' },
  { trade: 'electrician', role: 'MAINT', department: '电仪组', count: 2 },
  { trade: 'maintLead', role: 'MAINT-LEAD', department: '设备部', count: 1, account: 'maint-lead' },
  { trade: 'stores', role: 'MAINT-LEAD', department: '备件库', count: 1 },
  { trade: 'qualityLead', role: 'QUALITY-LEAD', department: '质量部', count: 1, account: 'quality-lead' },
  { trade: 'office', role: 'ACCOUNTANT', department: '财务部', count: 1, account: 'accountant' },
  { trade: 'office', role: 'VIEWER', department: '安环部', count: 2, account: 'viewer' },
]
const departments = [
  ['厂部', 'Plant', null, 'office', 'manager'],
  ['生产部', 'Production', '厂部', 'production', 'lead'],
  ['主线车间', 'Line hall', '生产部', 'production', 'lead'],
  ['甲班', 'Team A', '主线车间', 'production', 'A'],
  ['乙班', 'Team B', '主线车间', 'production', 'B'],
  ['丙班', 'Team C', '主线车间', 'production', 'C'],
  ['丁班', 'Team D', '主线车间', 'production', 'D'],
  ['分切车间', 'Slitting hall', '生产部', 'production', 'lead'],
  ['设备部', 'Maintenance', '厂部', 'maintenance', 'maintLead'],
  ['机修组', 'Mechanics', '设备部', 'maintenance', 'mechanic'],
  ['电仪组', 'Electrical and instruments', '设备部', 'maintenance', 'electrician'],
  ['备件库', 'Spare parts store', '设备部', 'maintenance', 'stores'],
  ['质量部', 'Quality', '厂部', 'quality', 'qualityLead'],
  ['财务部', 'Finance', '厂部', 'office', 'office'],
  ['安环部', 'Safety and environment', '厂部', 'office', 'office'],
] as const

/** The plant's people, with lookups by trade and shift. */
export interface Staff {
  readonly workers: readonly DemoWorker[]
  readonly batches: readonly RowBatch[]
  listByTrade(trade: Trade): readonly DemoWorker[]
  getLead(trade: Trade): DemoWorker
  /** Lists people of a trade on the team that works at a time, ms since 1970. */
  listOnShift(trade: Trade, millis: number): readonly DemoWorker[]
}

/**
 * Builds departments and people.
 *
 * @throws Error if a role is missing
 */
export function buildStaff(dice: Dice, era: Era, roleIds: ReadonlyMap<string, string>): Staff {
  const hiredMs = era.from - 40 * DAY_MS
  const departmentIds = new Map(departments.map(([name]) => [name as string, dice.id(hiredMs)]))
  const { workers, users } = hireWorkers(dice, era, roleIds, departmentIds)
  const listByTrade = (trade: Trade) => workers.filter((w) => w.trade === trade)
  const getLead = (trade: Trade) => listByTrade(trade)[0] ?? dice.pick(workers)
  const departmentRows = departments.map(
    ([name, nameEn, parent, kind, principal], position): RowDraft<typeof department> => ({
      id: departmentIds.get(name) ?? '',
      name,
      nameEn,
      parentId: parent && (departmentIds.get(parent) ?? null),
      kind,
      position,
      phone: `666-${String(8000 + position * 10)}`,
      principalId: (
        workers.find((w) => w.trade === principal || (w.trade === 'squadLeader' && w.team === principal)) ??
        getLead('manager')
      ).id,
      ...buildStamps(hiredMs, null),
    }),
  )
  const workersByTradeAndTeam = new Map<string, DemoWorker[]>()
  for (const worker of workers)
    workersByTradeAndTeam.set(`${worker.trade}${worker.team}`, [
      ...(workersByTradeAndTeam.get(`${worker.trade}${worker.team}`) ?? []),
      worker,
    ])
  return {
    workers,
    batches: [toBatch(department, departmentRows), toBatch(user, users)],
    listByTrade,
    getLead,
    listOnShift: (trade, millis) => workersByTradeAndTeam.get(`${trade}${era.getShift(millis).team}`) ?? [],
  }
}

function hireWorkers(
  dice: Dice,
  era: Era,
  roleIds: ReadonlyMap<string, string>,
  departmentIds: ReadonlyMap<string, string>,
) {
  const families = dice.sample(familyNames, familyNames.length)
  const workers: DemoWorker[] = []
  const users: RowDraft<typeof user>[] = []
  const usedNames = new Set(demoAccounts.map(({ userName }): string => userName))
  for (const job of jobPositions)
    for (const team of job.perTeam ? teams : [null])
      for (let i = 0; i < job.count; i++) {
        const [familyName, familyPinyin] = families[workers.length % families.length] ?? familyNames[0]
        const isFemale = dice.chance(job.trade === 'quality' || job.trade === 'office' ? 0.7 : 0.18)
        const [givenName, givenPinyin] = dice.pick<readonly [string, string]>(isFemale ? femaleNames : maleNames)
        const pinyin = `${familyPinyin}${givenPinyin}`.toLowerCase()
        const documentedName = job.account && i === 0 && (team === null || team === 'A') ? job.account : undefined
        const userName = documentedName ?? (usedNames.has(pinyin) ? `${pinyin}${workers.length}` : pinyin)
        usedNames.add(userName)
        const roleId = roleIds.get(job.role)
        if (!roleId) throw new Error(`the role ${job.role} is not there`)
        const id = dice.id(era.from - 40 * DAY_MS + workers.length)
        workers.push({ id, name: `${familyName}${givenName}`, userName, trade: job.trade, team })
        const departmentName =
          job.trade === 'squadLeader' || job.trade === 'line'
            ? departments[3 + teams.indexOf(team ?? 'A')]?.[0]
            : job.department
        users.push({
          id,
          userName,
          accountName: `${familyName}${givenName}`,
          accountNameEn: `${familyPinyin} ${givenPinyin}`,
          nickname: null,
          roleId,
          departmentId: departmentIds.get(departmentName ?? job.department) ?? null,
          // Documented accounts have no team, so that they work in every shift: visitors come at any hour.
          team: documentedName ? null : team,
          gender: isFemale ? 'female' : 'male',
          phone: `666-${String(1000 + workers.length)}`,
          userType: dice.chance(0.12) ? 'nonStandard' : 'standard',
          ...buildStamps(era.from - 40 * DAY_MS, null),
        })
      }
  return { workers, users }
}
