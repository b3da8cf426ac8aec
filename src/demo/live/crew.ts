import { randomUUID } from 'node:crypto'
import { shiftRotation } from '@/plant/contract/rotation'
import { MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import { buildRotationHistory } from '@/plant/rules/rotation'
import { getShiftAt } from '@/plant/rules/shift'
import type { Endpoint } from '@/contract/endpoint'
import { Refusal } from '@/contract/errno'
import type { Application } from '@/server/application'
import type { Person } from '@/server/context'
import { runCall } from '@/server/pipeline'
import { runAsSystem } from '@/server/start-application'
import { role as roles } from '@/areas/access/contract/role'
import { user } from '@/areas/access/contract/user'
import type { RoleCode } from '../accounts'
import type { DemoLanguage, BilingualText } from '../bilingual-text'

/** Service account that sends the machine readings. */
const GATEWAY = {
  userName: 'demo-gateway',
  accountName: '演示数据采集',
  accountNameEn: 'Demonstration data collection',
  role: 'GATEWAY',
} as const
type CrewRole = RoleCode | typeof GATEWAY.role

/** Prefix of the ids of simulated requests. It distinguishes them from people's requests in the audit trail. */
export const REQUEST_ID_PREFIX = 'live:'
/** The list of people on shift is reloaded after this time. */
const PEOPLE_CACHE_MS = 10 * MINUTE_MS

/** The people on shift, and the calls they make: the same endpoints that their phones would call. */
export class LiveCrew {
  private peopleByRole: Map<CrewRole, Person[]> = new Map()
  private peopleLoadedMs = 0
  /** @param historyEndMs end of the loaded history, ms since 1970 */
  constructor(
    readonly app: Application,
    private readonly historyEndMs: number,
    private readonly language: DemoLanguage,
  ) {}

  /** Returns a free text in the language the demonstration was loaded in. */
  localize(text: BilingualText): string {
    return text[this.language]
  }

  /**
   * Builds a SQL condition: the demonstration created the row, with its history or by a later call of this crew. The
   * simulation leaves rows alone that people added.
   * @param alias SQL alias of the row's table
   */
  buildDemoRowCondition(alias: string, resource: string): string {
    return `(${alias}.created_at <= '${toMoment(this.historyEndMs)}' or exists (select 1 from operation_log entry where entry.site_id = ${alias}.site_id and entry.row_id = ${alias}.id::text and entry.resource = '${resource}' and entry.action = 'insert' and entry.request_id like '${REQUEST_ID_PREFIX}%'))`
  }

  /** Calls an endpoint as a person of a role on shift. Returns null if the server refused it or nobody is on shift. */
  async callAs<In, Out>(role: CrewRole, endpoint: Endpoint<In, Out>, input: In): Promise<Out | null> {
    const person = await this.findPerson(role)
    if (!person) return null
    const origin = {
      requestId: `${REQUEST_ID_PREFIX}${randomUUID()}`,
      address: null,
      device: null,
      via: 'http' as const,
      occurredAt: null,
      baseVersion: null,
    }
    try {
      return (await runCall(this.app, {
        endpoint: endpoint.name,
        input,
        person,
        origin,
        language: this.language,
      })) as Out
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.app.log.info(
        { call: endpoint.name, refusal: error.key, params: error.params, issues: error.issues },
        'the demonstration was refused',
      )
      return null
    }
  }
  /** Runs a SQL query. `$1` is the site; `values` begin at `$2`. */
  async queryOnSite<R>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.app.db.pool.query(text, [this.app.site, ...values])).rows as R[]
  }

  private async findPerson(role: CrewRole): Promise<Person | null> {
    const nowMs = this.app.clock().getTime()
    if (nowMs - this.peopleLoadedMs > PEOPLE_CACHE_MS) {
      this.peopleByRole = await this.loadPeople()
      this.peopleLoadedMs = nowMs
    }
    // The next person of the role takes over after each interval.
    const people = this.peopleByRole.get(role) ?? []
    return people[Math.floor(nowMs / PEOPLE_CACHE_MS) % Math.max(1, people.length)] ?? null
  }
  /** Loads the team on shift and everybody of roles without teams. Creates the gateway account if missing. */
  private async loadPeople(): Promise<Map<CrewRole, Person[]>> {
    const { team } = await runAsSystem(this.app, 'demo.live', async (ctx) => {
      const [gateway] = await ctx.rows.find(user, { where: { userName: GATEWAY.userName }, limit: 1 })
      const [role] = gateway ? [] : await ctx.rows.find(roles, { where: { code: GATEWAY.role }, limit: 1 })
      const { userName, accountName, accountNameEn } = GATEWAY
      if (role)
        await ctx.rows.insert(user, { userName, accountName, accountNameEn, roleId: role.id, userType: 'service' })
      const rotation = buildRotationHistory(await ctx.rows.find(shiftRotation, { orderBy: 'effectiveFrom' }))
      return getShiftAt(ctx.now.toISOString(), rotation, ctx.timeZone)
    })
    const rows = await this.queryOnSite<{
      id: string
      name: string
      userName: string
      roleId: string
      code: CrewRole
      departmentId: string | null
      team: string | null
      keys: string[] | null
    }>(
      `select u.id, u.account_name as name, u.user_name as "userName", u.role_id as "roleId", r.code, u.department_id as "departmentId", u.team, (select array_agg(m.url) from menu m where m.site_id = r.site_id and m.menu_type = 4 and r.authority ? m.id::text) as keys
       from app_user u join role r on r.site_id = u.site_id and r.id = u.role_id where u.site_id = $1 and u.state = 'active' and r.code in ('PROD-LEAD', 'OPERATOR-LINE', 'OPERATOR-SLIT', 'MAINT', 'GATEWAY') and (u.team = $2 or u.team is null) order by u.user_name limit 200`,
      [team],
    )
    const peopleByRole = new Map<CrewRole, Person[]>()
    for (const { code, keys, ...row } of rows)
      peopleByRole.set(code, [
        ...(peopleByRole.get(code) ?? []),
        {
          ...row,
          lineIds: [],
          isSup: false,
          keys: new Set(keys ?? []),
          sessionId: '',
          mustChange: false,
          mustEnrol: false,
        },
      ])
    return peopleByRole
  }
}

/** The simulation leaves a machine alone for this long after a person acted there. */
export const HANDS_OFF_MS = 30 * MINUTE_MS

/**
 * Finds the machines at which a person acted recently: the audit trail shows changes of their orders, rolls, cuttings,
 * runs or stops. Entries of the loaded history are ignored.
 * @param historyEndMs end of the loaded history, ms since 1970
 */
export async function findTouchedMachines(crew: LiveCrew, nowMs: number, historyEndMs: number): Promise<Set<string>> {
  const rows = await crew.queryOnSite<{ id: string | null }>(
    `select distinct coalesce(o.line_id, j.line_id, c.slitter_id, s.slitter_id, r.slitter_id, m.line_id, p.line_id) as id from operation_log a
       left join work_order o on a.resource = 'workOrder' and o.site_id = a.site_id and o.id = a.row_id::uuid
       left join jumbo_roll j on a.resource = 'jumboRoll' and j.site_id = a.site_id and j.id = a.row_id::uuid
       left join cutting c on a.resource = 'cutting' and c.site_id = a.site_id and c.id = a.row_id::uuid
       left join slit_set s on a.resource = 'slitSet' and s.site_id = a.site_id and s.id = a.row_id::uuid
       left join slit_roll r on a.resource = 'slitRoll' and r.site_id = a.site_id and r.id = a.row_id::uuid
       left join machine_run m on a.resource = 'machineRun' and m.site_id = a.site_id and m.id = a.row_id::uuid
       left join line_stop p on a.resource = 'lineStop' and p.site_id = a.site_id and p.id = a.row_id::uuid
     where a.site_id = $1 and a.at > $2 and a.user_id is not null and a.request_id not like '${REQUEST_ID_PREFIX}%' and a.resource in ('workOrder', 'jumboRoll', 'cutting', 'slitSet', 'slitRoll', 'machineRun', 'lineStop')`,
    [toMoment(Math.max(nowMs - HANDS_OFF_MS, historyEndMs))],
  )
  return new Set(rows.flatMap((row) => row.id ?? []))
}
