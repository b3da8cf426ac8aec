import { randomUUID } from 'node:crypto'
import { shiftRotation } from '@/plant/contract/rotation'
import { toMoment } from '@/plant/rules/plant-time'
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
import type { DemoLanguage, Said } from '../said'

/** The account that the machines' readings come by. */
const GATEWAY = {
  userName: 'demo-gateway',
  accountName: '演示数采网关',
  accountNameEn: 'Demonstration data gateway',
  role: 'GATEWAY',
} as const
type Post = RoleCode | typeof GATEWAY.role

/** Begins the id of every request made here, by which the audit trail tells it from a person's. */
export const REQUEST = 'live:'
/** So long a crew is kept before it is looked up again. */
const KEPT_MS = 10 * 60_000

/** Who is at the machines now, and the calls they make: the same that their phones would. */
export class Crew {
  private found: Map<Post, Person[]> = new Map()
  private readAt = 0
  /** `loadedAt`: when the history ended, ms since 1970. */
  constructor(
    readonly app: Application,
    private readonly loadedAt: number,
    private readonly language: DemoLanguage,
  ) {}

  /** A free text in the language that the plant is written in. */
  say(text: Said): string {
    return text[this.language]
  }

  /**
   * SQL: whether the demonstration made a row: with its history, or by a call of this crew's since. What people added is
   * theirs: no step is taken there.
   */
  made(row: string, resource: string): string {
    return `(${row}.created_at <= '${toMoment(this.loadedAt)}' or exists (select 1 from operation_log made where made.site_id = ${row}.site_id and made.row_id = ${row}.id::text and made.resource = '${resource}' and made.action = 'insert' and made.request_id like '${REQUEST}%'))`
  }

  /** Makes a call as somebody of a role who is on shift. Null when the plant refused it, or nobody is there. */
  async call<In, Out>(role: Post, endpoint: Endpoint<In, Out>, input: In): Promise<Out | null> {
    const person = await this.of(role)
    if (!person) return null
    const origin = {
      requestId: `${REQUEST}${randomUUID()}`,
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
  async query<R>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.app.db.pool.query(text, [this.app.site, ...values])).rows as R[]
  }

  private async of(role: Post): Promise<Person | null> {
    const now = this.app.clock().getTime()
    if (now - this.readAt > KEPT_MS) {
      this.found = await this.read()
      this.readAt = now
    }
    const people = this.found.get(role) ?? []
    return people[Math.floor(now / KEPT_MS) % Math.max(1, people.length)] ?? null
  }
  /** The team whose shift it is; of roles without teams, everybody. */
  private async read(): Promise<Map<Post, Person[]>> {
    const { team } = await runAsSystem(this.app, 'demo.live', async (ctx) => {
      const [gateway] = await ctx.rows.find(user, { where: { userName: GATEWAY.userName }, limit: 1 })
      const [role] = gateway ? [] : await ctx.rows.find(roles, { where: { code: GATEWAY.role }, limit: 1 })
      const { userName, accountName, accountNameEn } = GATEWAY
      if (role)
        await ctx.rows.insert(user, { userName, accountName, accountNameEn, roleId: role.id, userType: 'service' })
      const rotation = buildRotationHistory(await ctx.rows.find(shiftRotation, { orderBy: 'effectiveFrom' }))
      return getShiftAt(ctx.now.toISOString(), rotation, ctx.timeZone)
    })
    const rows = await this.query<{
      id: string
      name: string
      userName: string
      roleId: string
      code: Post
      departmentId: string | null
      team: string | null
      keys: string[] | null
    }>(
      `select u.id, u.account_name as name, u.user_name as "userName", u.role_id as "roleId", r.code, u.department_id as "departmentId", u.team, (select array_agg(m.url) from menu m where m.site_id = r.site_id and m.menu_type = 4 and r.authority ? m.id::text) as keys
       from app_user u join role r on r.site_id = u.site_id and r.id = u.role_id where u.site_id = $1 and u.state = 'active' and r.code in ('PROD-LEAD', 'OPERATOR-LINE', 'OPERATOR-SLIT', 'MAINT', 'GATEWAY') and (u.team = $2 or u.team is null) order by u.user_name limit 200`,
      [team],
    )
    const crews = new Map<Post, Person[]>()
    for (const { code, keys, ...row } of rows)
      crews.set(code, [
        ...(crews.get(code) ?? []),
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
    return crews
  }
}
