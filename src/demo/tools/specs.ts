import type { ToolKind, ToolUseReason } from '@/areas/tools/rules/tool'

export interface ToolSpec {
  readonly kind: ToolKind
  readonly prefix: string
  readonly model: string
  readonly makers: readonly [string, string]
  readonly size: string
  readonly price: number
  /** Service life in days of continuous running, and days between cleanings or grindings. */
  readonly lifeDays: number
  readonly mountDays: number
  readonly maintenanceKind: 'cleaned' | 'ground'
  readonly endReasons: readonly ToolUseReason[]
}
export const toolSpecs: readonly ToolSpec[] = [
  {
    kind: 'knife',
    prefix: 'KN',
    model: 'φ105×80×1 SKD11',
    makers: ['马鞍山华冶', '南京锋锐'],
    size: 'φ105×80×1 mm',
    price: 260,
    lifeDays: 36,
    mountDays: 12,
    maintenanceKind: 'ground',
    endReasons: ['worn', 'worn', 'broken'],
  },
  {
    kind: 'windFilter',
    prefix: 'WF',
    model: 'G4-592',
    makers: ['科德宝', '苏州安泰'],
    size: '592×592×46 mm',
    price: 680,
    lifeDays: 42,
    mountDays: 14,
    maintenanceKind: 'cleaned',
    endReasons: ['clogged', 'clogged', 'worn'],
  },
  {
    kind: 'spinneret',
    prefix: 'SP',
    model: 'SB-3200',
    makers: ['Enka Tecnica', '常州纺兴'],
    size: '3200 mm, 0.6 mm',
    price: 186_000,
    lifeDays: 120,
    mountDays: 20,
    maintenanceKind: 'cleaned',
    endReasons: ['worn', 'broken', 'clogged'],
  },
  {
    kind: 'meshBelt',
    prefix: 'MB',
    model: 'PET-AS 3.6',
    makers: ['Albany', '江苏金呢'],
    size: '3.6 × 21 m',
    price: 98_000,
    lifeDays: 95,
    mountDays: 95,
    maintenanceKind: 'cleaned',
    endReasons: ['worn', 'broken', 'lifeReached'],
  },
  {
    kind: 'honeycombPanel',
    prefix: 'HP',
    model: 'HC-AL50',
    makers: ['Plascore', '无锡蜂巢'],
    size: '1600×400×50 mm',
    price: 5200,
    lifeDays: 80,
    mountDays: 40,
    maintenanceKind: 'cleaned',
    endReasons: ['clogged', 'worn', 'broken'],
  },
]
/** Number of lines that have a tool kind, and knife places of a slitter with a full history. */
export const POSITIONS_WITH_HISTORY = 3
/** Knife places of a slitter. */
export const KNIVES_PER_SLITTER = 20
/** Used share of the limit of the current tools of some lines: near the end, or over it. */
export const finalLifeShares: Readonly<Partial<Record<ToolKind, readonly number[]>>> = {
  knife: [0.93, 1.02],
  spinneret: [0.94],
  windFilter: [1.04],
}
