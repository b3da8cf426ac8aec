import { z } from 'zod'
import { department } from '@/areas/access/contract/role'
import { teams, user } from '@/areas/access/contract/user'
import { DAY_MS } from '@/plant/rules/plant-time'
import { demoAccounts, roleCodes } from './accounts'
import personNames from './data/person-names.json' with { type: 'json' }
import staffData from './data/staff.json' with { type: 'json' }
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import type { Dice } from './random'
import { readRecords, readRecordsByKey } from './read-data'

/** Jobs in the plant; several jobs share a role. */
export const trades = [
  'manager',
  'lead',
  'squadLeader',
  'line',
  'slit',
  'shiftMaint',
  'mechanic',
  'electrician',
  'maintLead',
  'stores',
  'quality',
  'qualityLead',
  'office',
] as const
export type Trade = (typeof trades)[number]
export type Team = (typeof teams)[number]
export interface DemoWorker {
  readonly id: string
  readonly name: string
  readonly userName: string
  readonly trade: Trade
  readonly team: Team | null
}

/** 62 people: 48 on the four teams and 14 on day work. */
const jobPositions = readRecords(
  staffData.positions,
  z.strictObject({
    trade: z.enum(trades),
    role: z.enum(roleCodes),
    department: z.string(),
    count: z.int(),
    perTeam: z.literal(true).optional(),
    /** User name of the first person, as documented in `accounts`. */
    account: z.string().optional(),
  }),
)
const departments = readRecords(
  staffData.departments,
  z.strictObject({
    name: z.string(),
    nameEn: z.string(),
    parent: z.string().nullable(),
    kind: z.enum(department.fields.kind.options),
    /** Trade of the head of department, or the team that the head leads. */
    principal: z.enum([...trades, ...teams]),
  }),
)
/** Names in Chinese and pinyin. */
const {
  family: familyNames,
  male: maleNames,
  female: femaleNames,
} = readRecordsByKey(personNames, z.array(z.tuple([z.string(), z.string()])))

/** The plant's people, with lookups by trade and shift. */
export interface Staff {
  readonly workers: readonly DemoWorker[]
  readonly batches: readonly RowBatch[]
  listByTrade(trade: Trade): readonly DemoWorker[]
  getPersonOfTrade(trade: Trade): DemoWorker
  /** Lists people of a trade on the team that works at a time, ms since 1970. */
  listOnShift(trade: Trade, millis: number): readonly DemoWorker[]
}

/**
 * Builds departments and people.
 *
 * @throws Error if a role is missing
 */
export function buildStaff(dice: Dice, era: DemoEra, roleIds: ReadonlyMap<string, string>): Staff {
  const hiredMs = era.from - 40 * DAY_MS
  const departmentIds = new Map(departments.map(({ name }) => [name, dice.id(hiredMs)]))
  const { workers, users } = hireWorkers(dice, era, roleIds, departmentIds)
  const listByTrade = (trade: Trade) => workers.filter((w) => w.trade === trade)
  const getPersonOfTrade = (trade: Trade) => listByTrade(trade)[0] ?? dice.pick(workers)
  const departmentRows = departments.map(
    ({ name, nameEn, parent, kind, principal }, position): RowDraft<typeof department> => ({
      id: departmentIds.get(name) ?? '',
      name,
      nameEn,
      parentId: parent && (departmentIds.get(parent) ?? null),
      kind,
      position,
      phone: `666-${String(8000 + position * 10)}`,
      principalId: (
        workers.find((w) => w.trade === principal || (w.trade === 'squadLeader' && w.team === principal)) ??
        getPersonOfTrade('manager')
      ).id,
      ...buildAuditFields(hiredMs, null),
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
    getPersonOfTrade,
    listOnShift: (trade, millis) => workersByTradeAndTeam.get(`${trade}${era.getShift(millis).team}`) ?? [],
  }
}

function hireWorkers(
  dice: Dice,
  era: DemoEra,
  roleIds: ReadonlyMap<string, string>,
  departmentIds: ReadonlyMap<string, string>,
) {
  const shuffledFamilyNames = dice.sample(familyNames, familyNames.length)
  const workers: DemoWorker[] = []
  const users: RowDraft<typeof user>[] = []
  const usedNames = new Set(demoAccounts.map(({ userName }): string => userName))
  for (const job of jobPositions)
    for (const team of job.perTeam ? teams : [null])
      for (let i = 0; i < job.count; i++) {
        const [familyName, familyPinyin] = shuffledFamilyNames[workers.length % shuffledFamilyNames.length]!
        const isFemale = dice.chance(job.trade === 'quality' || job.trade === 'office' ? 0.7 : 0.18)
        const [givenName, givenPinyin] = dice.pick(isFemale ? femaleNames : maleNames)
        const pinyin = `${familyPinyin}${givenPinyin}`.toLowerCase()
        const documentedName = job.account && i === 0 && (team === null || team === 'A') ? job.account : undefined
        const userName = documentedName ?? (usedNames.has(pinyin) ? `${pinyin}${workers.length}` : pinyin)
        usedNames.add(userName)
        const roleId = roleIds.get(job.role)
        if (!roleId) throw new Error(`the role ${job.role} is not there`)
        const id = dice.id(era.from - 40 * DAY_MS + workers.length)
        workers.push({ id, name: `${familyName}${givenName}`, userName, trade: job.trade, team })
        // The departments at 3 to 6 are the four teams.
        const departmentName =
          job.trade === 'squadLeader' || job.trade === 'line'
            ? departments[3 + teams.indexOf(team ?? 'A')]?.name
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
          ...buildAuditFields(era.from - 40 * DAY_MS, null),
        })
      }
  return { workers, users }
}
