/** Material standards, and the inspections of the lots that came: sampled, measured, and decided as the lot's state says. */
import type { Row } from '@/contract/resource'
import { withDerived } from '@/contract/resource'
import { incomingField } from '@/areas/incoming/contract/incoming-field'
import { materialInspection } from '@/areas/incoming/contract/material-inspection'
import type { Reading } from '@/areas/incoming/rules/judgement'
import type { InspectionState } from '@/areas/incoming/rules/material-inspection'
import { nextSeverity, type InspectedLot } from '@/areas/incoming/rules/switching'
import type { materialLot } from '@/areas/feeding/contract/material'
import { materialDocument } from '@/areas/standards/contract/material-standard'
import { DAY, HOUR, MINUTE, toMoment } from '@/plant/rules/plant-time'
import { batch, complete, stamps, type Batch, type Draft } from '../draft'
import type { Era } from '../era'
import type { Staff } from '../people'
import { rounded, type Dice } from '../random'
import { materialSpecs, type MaterialKey } from './catalogue'
import type { Masters } from './masters'
import { inspectedItems, type Inspected } from './material-items'
import { approvals } from './standards'

type InspectionRow = Row<typeof materialInspection>
type LotRow = Draft<typeof materialLot>
type Item = Inspected['items'][number]
const stateBy: Record<NonNullable<LotRow['state']>, InspectionState> = {
  quarantine: 'inspecting',
  released: 'released',
  concession: 'concession',
  blocked: 'rejected',
}
interface Place {
  readonly dice: Dice
  readonly era: Era
  readonly staff: Staff
  readonly materials: Masters['materials']
  readonly tail: string
}
/** The approved standard of a material. */
interface Standard {
  readonly id: string
  readonly code: string
  readonly spec: Inspected
  readonly key: MaterialKey
}

/** Rows of a place, and the last serial of each day. */
export function buildIncoming(
  place: Place,
  lots: readonly LotRow[],
): { batches: Batch[]; serials: Map<string, number> } {
  const standards = standardsOf(place)
  const of = new Map(standards.map((one) => [place.materials[one.key], one]))
  const history = new Map<string, InspectedLot[]>()
  const serials = new Map<string, number>()
  const rows = lots
    .filter((lot) => of.has(lot.materialId ?? ''))
    .toSorted((a, b) => ((a.createdAt ?? '') < (b.createdAt ?? '') ? -1 : 1))
    .flatMap((lot): InspectionRow[] => {
      const standard = of.get(lot.materialId ?? '')!
      // What has only just come waits; every second lot of them is being inspected.
      if (lot.state === 'quarantine' && place.dice.chance(0.5)) return []
      const before = history.get(standard.code) ?? []
      const row = inspectionOf(place, lot, standard, before, serials)
      if (row.codeLetter && row.acceptNumber !== null && row.state !== 'inspecting')
        history.set(standard.code, [
          ...before,
          { ...row, aql: row.aql ?? 0, letter: row.codeLetter, accept: row.acceptNumber },
        ])
      return [row]
    })
  return {
    batches: [
      batch(
        materialDocument.resource,
        standards.map((one) => standardRow(place, one)),
      ),
      batch(incomingField, fieldRows(place)),
      batch(materialInspection, rows),
    ],
    serials,
  }
}

function standardsOf({ dice, era, tail }: Place): Standard[] {
  const made = era.from - 60 * DAY
  return (Object.keys(materialSpecs) as MaterialKey[]).flatMap((key) => {
    const spec = inspectedItems[key]
    return spec ? [{ id: dice.id(made), code: `MS-${materialSpecs[key].code}${tail}`, spec, key }] : []
  })
}
function standardRow({ era, staff, materials }: Place, { id, code, spec, key }: Standard) {
  const at = era.from - 58 * DAY
  const say = approvals(staff)
  return {
    id,
    code,
    revision: 1,
    newest: true,
    materialId: materials[key],
    items: [...spec.items],
    sampling: spec.sampling,
    aql: spec.aql ?? null,
    level: spec.level ?? null,
    shelfLifeDays: spec.keepsDays ?? null,
    ...say.approved(at),
    ...stamps(at - DAY, say.author, at + 2 * DAY),
  }
}
/** Two fields that the plant adds for resin. */
function fieldRows({ dice, era, staff, materials }: Place): Draft<typeof incomingField>[] {
  const made = era.from - 50 * DAY
  const by = stamps(made, staff.lead('qualityLead').id)
  return [
    {
      id: dice.id(made),
      materialId: materials.resinSpun,
      key: 'truck',
      labelZh: '车牌号',
      labelEn: 'Truck',
      kind: 'text',
      maxLength: 20,
      sortOrder: 1,
      ...by,
    },
    {
      id: dice.id(made + MINUTE),
      materialId: materials.resinSpun,
      key: 'temperature',
      labelZh: '到货料温',
      labelEn: 'Temperature on arrival',
      kind: 'number',
      unit: '°C',
      low: -20,
      high: 80,
      decimals: 1,
      sortOrder: 2,
      ...by,
    },
  ]
}

function inspectionOf(
  place: Place,
  lot: LotRow,
  { id, code, spec, key }: Standard,
  before: readonly InspectedLot[],
  serials: Map<string, number>,
): InspectionRow {
  const { dice, era, staff } = place
  const came = Date.parse(lot.createdAt ?? '')
  const [startedAt, decidedAt] = [came + dice.int(20, 90) * MINUTE, came + 5 * HOUR]
  const day = era.dayOf(startedAt)
  const series = day.replaceAll('-', '')
  serials.set(series, (serials.get(series) ?? 0) + 1)
  const state = stateBy[lot.state ?? 'released']
  const fails = state === 'concession' || state === 'rejected'
  // The suppliers of packing have run steadily for years.
  const steady = spec.sampling === 'gbt2828'
  const { severity } = steady ? nextSeverity(before, true) : { severity: 'normal' as const }
  const by = dice.pick(staff.onShift('quality', startedAt)).id
  const decided = state !== 'inspecting'
  const row = {
    id: dice.id(startedAt),
    number: `IQC${series}-${String(serials.get(series)).padStart(3, '0')}${place.tail}`,
    state,
    lotId: lot.id,
    materialId: lot.materialId,
    lotSize: Math.ceil((lot.receivedKg ?? 0) / spec.unitKg),
    steady,
    supplier: materialSpecs[key].supplier,
    standardId: id,
    standardCode: code,
    standardRevision: 1,
    sampling: spec.sampling,
    level: spec.level ?? null,
    aql: spec.aql ?? null,
    severity,
    items: spec.items.map((item) => ({
      ...item,
      name: item.name ?? '',
      digits: null,
      n: 0,
      mean: null,
      min: null,
      max: null,
      outside: 0,
      judgement: 'open' as const,
    })),
    readings: spec.items.flatMap((item, i) => readingsOf(dice, item, i, fails && i === 0, decided)),
    inspectedOn: day,
    startedAt: toMoment(startedAt),
    inspectedBy: by,
    extra:
      key === 'resinSpun'
        ? { truck: `沪A${dice.int(10_000, 99_999)}`, temperature: rounded(dice.between(8, 34), 1) }
        : {},
    ...(decided
      ? {
          decidedBy: lot.decidedBy ?? staff.lead('qualityLead').id,
          decidedAt: toMoment(decidedAt),
          reason: lot.reason ?? null,
        }
      : {}),
    ...stamps(startedAt, by, decided ? decidedAt : startedAt + HOUR),
  }
  const planned = withDerived(materialInspection, complete(materialInspection, row))
  // Sampled whole, but for what is still being inspected; by attributes a lot that fails does by its pieces.
  const examined = decided ? planned.sampleSize : Math.floor((planned.sampleSize ?? 0) / 2)
  const defects = spec.sampling === 'gbt2828' ? (fails ? (planned.rejectNumber ?? 1) : dice.chance(0.2) ? 1 : 0) : 0
  return withDerived(materialInspection, {
    ...planned,
    examined,
    defects: Math.min(defects, fails ? defects : (planned.acceptNumber ?? 0)),
  })
}
/** What the laboratory found, near the target; of an item that fails the first reading lies above its limit. */
function readingsOf(dice: Dice, item: Item, at: number, fails: boolean, decided: boolean): Reading[] {
  if (!decided && at > 0) return []
  if (item.low === null && item.high === null) return [{ item: at, sample: 1, value: null, ok: true }]
  const high = item.high ?? (item.low ?? 0) + 1
  const low = item.low ?? high * 0.2
  const digits = high < 1 ? 3 : high < 50 ? 2 : 1
  return [1, 2, 3].slice(0, dice.int(1, 3)).map((sample, i) => ({
    item: at,
    sample,
    value: rounded(
      fails && i === 0
        ? high + (high - low) * dice.between(0.1, 0.4)
        : dice.between(low + (high - low) * 0.15, high - (high - low) * 0.15),
      digits,
    ),
    ok: null,
  }))
}
