/** Dashboards of the roles, and line windows of some people. */
import type { PoolClient } from 'pg'
import { dashboardContainer } from '@/areas/overview/contract/dashboard-container'
import { lineWindow } from '@/areas/overview/contract/line-endpoints'
import type { CardName, CardSize } from '@/areas/overview/rules/grid'
import type { PeriodKind } from '@/plant/rules/periods'
import { HOUR_MS } from '@/plant/rules/plant-time'
import { demoAccounts, type RoleCode } from './accounts'
import type { BulkStore } from './bulk'
import { toBatch, buildStamps, type RowDraft } from './draft'
import type { Era } from './era'
import { Dice } from './random'

type CardSpec = readonly [card: CardName, size: CardSize, more?: { readonly line?: true; readonly period?: PeriodKind }]
interface DashboardSpec {
  readonly name: string
  readonly nameEn: string
  readonly roles: readonly RoleCode[]
  readonly cards: readonly CardSpec[]
}
const dashboardSpecs: readonly DashboardSpec[] = [
  {
    name: '厂长晨会',
    nameEn: 'Morning meeting',
    roles: ['MANAGER', 'VIEWER'],
    cards: [
      ['shift', 'large'],
      ['lines', 'large'],
      ['late', 'wide'],
      ['completion', 'wide'],
      ['energyCost', 'wide', { period: 'month' }],
      ['quality', 'wide', { period: 'week' }],
      ['utilisation', 'wide', { period: 'month' }],
    ],
  },
  {
    name: '生产现场',
    nameEn: 'Shop floor',
    roles: ['PROD-LEAD', 'OPERATOR-LINE', 'OPERATOR-SLIT'],
    cards: [
      ['lines', 'large'],
      ['plan', 'large'],
      ['output', 'wide', { period: 'week' }],
      ['slitOutput', 'wide', { period: 'week' }],
      ['lineWindow', 'wide', { line: true }],
      ['climate', 'wide'],
      ['downgrade', 'small', { period: 'week' }],
    ],
  },
  {
    name: '设备与能源',
    nameEn: 'Machines and energy',
    roles: ['MAINT', 'MAINT-LEAD'],
    cards: [
      ['machines', 'large'],
      ['lines', 'wide'],
      ['utilisation', 'wide', { period: 'week' }],
      ['unitEnergy', 'small', { period: 'week' }],
      ['climate', 'wide'],
    ],
  },
  {
    name: '质量',
    nameEn: 'Quality',
    roles: ['QUALITY', 'QUALITY-LEAD'],
    cards: [
      ['quality', 'wide', { period: 'week' }],
      ['downgrade', 'wide', { period: 'week' }],
      ['parameters', 'large', { line: true }],
      ['teamQ1', 'wide', { period: 'month' }],
    ],
  },
  {
    name: '成本',
    nameEn: 'Cost',
    roles: ['ACCOUNTANT'],
    cards: [
      ['energyCost', 'wide', { period: 'month' }],
      ['unitMaterial', 'wide', { period: 'month' }],
      ['unitEnergy', 'wide', { period: 'month' }],
      ['inputOutput', 'wide', { period: 'month' }],
    ],
  },
]

/** Stores the roles' dashboards and two people's windows of the first line. People, lines and tags must exist. */
export async function storeDashboards(
  client: PoolClient,
  site: number,
  store: BulkStore,
  era: Era,
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
    const cards = spec.cards.map(([card, size, options]) => ({
      key: dice.id(createdMs),
      card,
      size,
      lineId: options?.line ? lineId : null,
      period: options?.period ?? null,
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
      ...buildStamps(createdMs, null),
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
            ...buildStamps(createdMs, userId),
          },
        ]
      : []
  })
  await store.add(toBatch(lineWindow, lineWindows))
  await store.flush()
}
