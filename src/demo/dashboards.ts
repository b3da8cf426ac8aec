/** Dashboards of the roles, and line windows of some people. */
import type { PoolClient } from 'pg'
import { z } from 'zod'
import { dashboardContainer } from '@/areas/overview/contract/dashboard-container'
import { lineWindow } from '@/areas/overview/contract/line-endpoints'
import { cardNames, cardSizes } from '@/areas/overview/rules/grid'
import { periodKinds } from '@/plant/rules/periods'
import { HOUR_MS } from '@/plant/rules/plant-time'
import { demoAccounts, roleCodes } from './accounts'
import type { BulkStore } from './bulk'
import dashboards from './data/dashboards.json' with { type: 'json' }
import { toBatch, buildAuditFields, type RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import { Dice } from './random'
import { readRecords } from './read-data'

const dashboardSpecs = readRecords(
  dashboards,
  z.strictObject({
    name: z.string(),
    nameEn: z.string(),
    roles: z.array(z.enum(roleCodes)),
    cards: z.array(
      z.strictObject({
        card: z.enum(cardNames),
        size: z.enum(cardSizes),
        /** True if the card shows the first line. */
        line: z.literal(true).optional(),
        period: z.enum(periodKinds).optional(),
      }),
    ),
  }),
)

/** Stores the roles' dashboards and two people's windows of the first line. People, lines and tags must exist. */
export async function storeDashboards(
  client: PoolClient,
  site: number,
  store: BulkStore,
  era: DemoEra,
  roleIds: ReadonlyMap<string, string>,
): Promise<void> {
  const dice = new Dice('plant/dashboards')
  const createdMs = era.now - 40 * 24 * HOUR_MS
  const { rows: tags } = await client.query<{ id: string; lineId: string; key: string }>(
    `select t.id, t.line_id as "lineId", t.line_key as key from tag t join line l on l.site_id = t.site_id and l.id = t.line_id
     where t.site_id = $1 and t.line_key in ('MPS', 'MBS', 'FRT', 'PRE', 'OT') order by l.sort_order, t.code limit 5`,
    [site],
  )
  const { rows: people } = await client.query<{ id: string; name: string }>(
    'select id, user_name as name from app_user where site_id = $1 and user_name = any($2)',
    [site, demoAccounts.map(({ userName }) => userName)],
  )
  const findUserId = (name: string): string | null => people.find((person) => person.name === name)?.id ?? null
  const lineId = tags[0]?.lineId ?? null
  const rows = dashboardSpecs.map((spec, i): RowDraft<typeof dashboardContainer> => {
    const cards = spec.cards.map(({ card, size, line, period }) => ({
      key: dice.id(createdMs),
      card,
      size,
      lineId: line ? lineId : null,
      period: period ?? null,
    }))
    const cardPlaces = cards.map(({ key, size }) => ({ key, size }))
    return {
      id: dice.id(createdMs),
      name: spec.name,
      nameEn: spec.nameEn,
      ownerId: findUserId('manager'),
      roleIds: spec.roles.flatMap((code) => roleIds.get(code) ?? []),
      sortOrder: i,
      cards: cards.map(({ size: _size, ...card }) => card),
      phone: cardPlaces,
      tablet: cardPlaces,
      desk: cardPlaces,
      ...buildAuditFields(createdMs, null),
    }
  })
  await store.add(toBatch(dashboardContainer, rows))
  const lineWindows = ['manager', 'operator-line'].flatMap((name): RowDraft<typeof lineWindow>[] => {
    const userId = findUserId(name)
    return userId && lineId
      ? [
          {
            id: dice.id(createdMs),
            userId,
            lineId,
            tagIds: tags.map(({ id }) => id),
            ...buildAuditFields(createdMs, userId),
          },
        ]
      : []
  })
  await store.add(toBatch(lineWindow, lineWindows))
  await store.flush()
}
