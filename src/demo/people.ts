import { department } from '@/areas/access/contract/role'
import { teams, user } from '@/areas/access/contract/user'
import { DAY_MS } from '@/plant/rules/plant-time'
import { demoAccounts, type RoleCode } from './accounts'
import { batch, stamps, type Batch, type Draft } from './draft'
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
export interface Worker {
  readonly id: string
  readonly name: string
  readonly userName: string
  readonly trade: Trade
  readonly team: Team | null
}

interface Post {
  trade: Trade
  role: RoleCode
  department: string
  perTeam?: boolean
  count: number
  account?: string
}
/** 62 people: 48 on the four teams and 14 on day work. */
const posts: readonly Post[] = [
  { trade: 'manager', role: 'MANAGER', department: '厂部', count: 1, account: 'manager' },
  { trade: 'lead', role: 'PROD-LEAD', department: '生产部', count: 2, account: 'prod-lead' },
  { trade: 'squadLeader', role: 'OPERATOR-LINE', department: '主机车间', count: 1, perTeam: true },
  { trade: 'line', role: 'OPERATOR-LINE', department: '主机车间', count: 5, perTeam: true, account: 'operator-line' },
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
  ['主机车间', 'Line hall', '生产部', 'production', 'lead'],
  ['甲班', 'Team A', '主机车间', 'production', 'A'],
  ['乙班', 'Team B', '主机车间', 'production', 'B'],
  ['丙班', 'Team C', '主机车间', 'production', 'C'],
  ['丁班', 'Team D', '主机车间', 'production', 'D'],
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
  readonly workers: readonly Worker[]
  readonly batches: readonly Batch[]
  of(trade: Trade): readonly Worker[]
  lead(trade: Trade): Worker
  /** Lists people of a trade on the team that works at a time, ms since 1970. */
  onShift(trade: Trade, millis: number): readonly Worker[]
}

/**
 * Builds departments and people.
 *
 * @throws Error if a role is missing
 */
export function buildStaff(dice: Dice, era: Era, roleIds: ReadonlyMap<string, string>): Staff {
  const hired = era.from - 40 * DAY_MS
  const departmentIds = new Map(departments.map(([name]) => [name as string, dice.id(hired)]))
  const { workers, users } = hire(dice, era, roleIds, departmentIds)
  const of = (trade: Trade) => workers.filter((w) => w.trade === trade)
  const lead = (trade: Trade) => of(trade)[0] ?? dice.pick(workers)
  const rows = departments.map(([name, nameEn, parent, kind, principal], position): Draft<typeof department> => ({
    id: departmentIds.get(name) ?? '',
    name,
    nameEn,
    parentId: parent && (departmentIds.get(parent) ?? null),
    kind,
    position,
    phone: `666-${String(8000 + position * 10)}`,
    principalId: (
      workers.find((w) => w.trade === principal || (w.trade === 'squadLeader' && w.team === principal)) ??
      lead('manager')
    ).id,
    ...stamps(hired, null),
  }))
  const groups = new Map<string, Worker[]>()
  for (const worker of workers)
    groups.set(`${worker.trade}${worker.team}`, [...(groups.get(`${worker.trade}${worker.team}`) ?? []), worker])
  return {
    workers,
    batches: [batch(department, rows), batch(user, users)],
    of,
    lead,
    onShift: (trade, millis) => groups.get(`${trade}${era.shiftAt(millis).team}`) ?? [],
  }
}

function hire(dice: Dice, era: Era, roleIds: ReadonlyMap<string, string>, departmentIds: ReadonlyMap<string, string>) {
  const families = dice.some(familyNames, familyNames.length)
  const workers: Worker[] = []
  const users: Draft<typeof user>[] = []
  const taken = new Set(demoAccounts.map(({ userName }): string => userName))
  for (const post of posts)
    for (const team of post.perTeam ? teams : [null])
      for (let i = 0; i < post.count; i++) {
        const [family, familyPinyin] = families[workers.length % families.length] ?? familyNames[0]
        const woman = dice.chance(post.trade === 'quality' || post.trade === 'office' ? 0.7 : 0.18)
        const [given, givenPinyin] = dice.pick<readonly [string, string]>(woman ? femaleNames : maleNames)
        const pinyin = `${familyPinyin}${givenPinyin}`.toLowerCase()
        const documented = post.account && i === 0 && (team === null || team === 'A') ? post.account : undefined
        const userName = documented ?? (taken.has(pinyin) ? `${pinyin}${workers.length}` : pinyin)
        taken.add(userName)
        const roleId = roleIds.get(post.role)
        if (!roleId) throw new Error(`the role ${post.role} is not there`)
        const id = dice.id(era.from - 40 * DAY_MS + workers.length)
        workers.push({ id, name: `${family}${given}`, userName, trade: post.trade, team })
        const place =
          post.trade === 'squadLeader' || post.trade === 'line'
            ? departments[3 + teams.indexOf(team ?? 'A')]?.[0]
            : post.department
        users.push({
          id,
          userName,
          accountName: `${family}${given}`,
          accountNameEn: `${familyPinyin} ${givenPinyin}`,
          nickname: null,
          roleId,
          departmentId: departmentIds.get(place ?? post.department) ?? null,
          // Documented accounts have no team, so that they work in every shift: visitors come at any hour.
          team: documented ? null : team,
          gender: woman ? 'female' : 'male',
          phone: `666-${String(1000 + workers.length)}`,
          userType: dice.chance(0.12) ? 'nonStandard' : 'standard',
          ...stamps(era.from - 40 * DAY_MS, null),
        })
      }
  return { workers, users }
}
